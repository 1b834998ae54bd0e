import Foundation
import Testing

@testable import BenchmarkKit

@Suite("Lines of a pipe")
struct LineReaderTests {
    private func lines(_ chunks: [String]) async -> [String] {
        let pipe = Pipe()
        let stream = LineReader.lines(of: pipe.fileHandleForReading)
        for chunk in chunks { pipe.fileHandleForWriting.write(Data(chunk.utf8)) }
        try? pipe.fileHandleForWriting.close()
        var lines: [String] = []
        for await line in stream { lines.append(line) }
        return lines
    }

    @Test("are the same however they were written, and the last needs no end")
    func chunks() async {
        #expect(await lines([]) == [])
        #expect(await lines(["one\ntwo\n"]) == ["one", "two"])
        #expect(await lines(["o", "ne\nt", "wo", "\n", "\nlast"]) == ["one", "two", "", "last"])
    }

    @Test("a letter of several bytes that comes in two writes is whole")
    func split() async {
        let bytes = Array("é…\n".utf8)
        let pipe = Pipe()
        let stream = LineReader.lines(of: pipe.fileHandleForReading)
        for byte in bytes { pipe.fileHandleForWriting.write(Data([byte])) }
        try? pipe.fileHandleForWriting.close()
        var lines: [String] = []
        for await line in stream { lines.append(line) }
        #expect(lines == ["é…"])
    }

    @Test("a line comes before the pipe is closed, and more than it holds never stops its writer")
    func longAndEarly() async {
        let pipe = Pipe()
        var stream = LineReader.lines(of: pipe.fileHandleForReading).makeAsyncIterator()
        pipe.fileHandleForWriting.write(Data("early\n".utf8))
        #expect(await stream.next() == "early")
        // A pipe of Linux holds 64 KB.
        let long = String(repeating: "x", count: 1 << 20)
        pipe.fileHandleForWriting.write(Data((long + "\nend\n").utf8))
        #expect(await stream.next() == long)
        #expect(await stream.next() == "end")
        try? pipe.fileHandleForWriting.close()
        #expect(await stream.next() == nil)
    }
}
