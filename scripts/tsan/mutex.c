// Tells Thread Sanitizer of the contended half of Swift's `Mutex` on Linux.
//
// The uncontended half of `Mutex` is compiled into the code that uses it, and the sanitizer sees it. The contended
// half lives in libswiftSynchronization.so, which is not instrumented: a lock taken there looks as if nothing had
// been locked, and whatever it protects is reported as a race. These two functions stand before the library's own
// ones (through LD_PRELOAD), call them, and report what they do.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdint.h>

#define SWIFT __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *

// The sanitizer's own; absent in processes that run without it.
__attribute__((weak)) void AnnotateHappensBefore(const char *file, int line, const volatile void *address);
__attribute__((weak)) void AnnotateHappensAfter(const char *file, int line, const volatile void *address);

typedef SWIFT void (*LockFunction)(uint32_t thread, SELF self);
typedef SWIFT void (*UnlockFunction)(SELF self);

// Synchronization._MutexHandle._lockSlow(UInt32)
#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
// Synchronization._MutexHandle._unlockSlow()
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

SWIFT void lockSlow(uint32_t thread, SELF self) __asm__(LOCK);
SWIFT void lockSlow(uint32_t thread, SELF self) {
    static LockFunction original;
    LockFunction lock = __atomic_load_n(&original, __ATOMIC_RELAXED);
    if (!lock) {
        lock = (LockFunction)dlsym(RTLD_NEXT, LOCK);
        __atomic_store_n(&original, lock, __ATOMIC_RELAXED);
    }
    lock(thread, self);
    if (AnnotateHappensAfter) AnnotateHappensAfter(__FILE__, __LINE__, self);
}

SWIFT void unlockSlow(SELF self) __asm__(UNLOCK);
SWIFT void unlockSlow(SELF self) {
    static UnlockFunction original;
    UnlockFunction unlock = __atomic_load_n(&original, __ATOMIC_RELAXED);
    if (!unlock) {
        unlock = (UnlockFunction)dlsym(RTLD_NEXT, UNLOCK);
        __atomic_store_n(&original, unlock, __ATOMIC_RELAXED);
    }
    if (AnnotateHappensBefore) AnnotateHappensBefore(__FILE__, __LINE__, self);
    unlock(self);
}
