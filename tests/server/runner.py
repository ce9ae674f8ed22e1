"""Runs the tests of a module, for the files beside this one. DADA_TIMES in the environment tells how long each took."""
import os
import time


def run(tests, arguments, only="", long=True):
    """Calls each test_... of a module whose name holds `only`, those named test_long_... where `long`; the line at the end. The status."""
    passed = failed = 0
    for name, test in list(tests.items()):
        if not name.startswith("test_") or only not in name or (name.startswith("test_long_") and not long):
            continue
        began = time.monotonic()
        try:
            test(*arguments)
            passed += 1
        except Exception as error:  # a failing test does not stop the others
            failed += 1
            trace = error.__traceback__
            while trace.tb_next and trace.tb_next.tb_frame.f_code.co_filename == test.__code__.co_filename:
                trace = trace.tb_next
            print(f"{name}: line {trace.tb_lineno}: {type(error).__name__}: {error}")
        if os.environ.get("DADA_TIMES"):
            print(f"{name}: {time.monotonic() - began:.1f} s")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0
