import Testing

@testable import BenchmarkKit

@Suite("A program that is talked with in lines")
struct LineProcessTests {
    @Test("answers each line, and ends with its input")
    func answers() async throws {
        let systemUnderTest = try LineProcess("/bin/cat", [], InterruptionFlag())
        for line in ["one", "two"] {
            systemUnderTest.write(line + "\n")
            #expect(await systemUnderTest.nextLine() == line)
        }
        systemUnderTest.end()
        #expect(await systemUnderTest.nextLine() == nil)
    }

    @Test("that has ended is written nothing, and nobody dies of it")
    func ended() async throws {
        let systemUnderTest = try LineProcess("/bin/sh", ["-c", "echo no >&2; exit 3"], InterruptionFlag())
        let (how, complaint) = await systemUnderTest.ending()
        #expect(how?.contains("3") == true && complaint == "no")
        for _ in 0..<10 { systemUnderTest.write("anybody there?\n") }
        #expect(await systemUnderTest.nextLine() == nil)
    }

    @Test("that is not there is one line")
    func missing() {
        #expect {
            _ = try LineProcess("/nowhere/program", [], InterruptionFlag())
        } throws: {
            "\($0)".hasPrefix("/nowhere/program: cannot be started")
        }
    }
}
