/* harden.c - what a process can give up, by the calls of Linux. The rest is the business of whoever starts it:
 * contrib/dada.service. */
#include "server/harden.h"

#include <linux/capability.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

bool harden_is_root(void)
{
    return geteuid() == 0;
}

/* There is no function of libc for it; the first of two words holds all that is kept. */
static void drop_capabilities(void)
{
    struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
    struct __user_cap_data_struct sets[_LINUX_CAPABILITY_U32S_3];
    const u32 keep = (u32)1 << CAP_NET_BIND_SERVICE | (harden_is_root() ? (u32)1 << CAP_DAC_OVERRIDE : 0);
    if (syscall(SYS_capget, &header, sets))
        return;
    for (unsigned k = 0; k < _LINUX_CAPABILITY_U32S_3; k++) {
        sets[k].effective = sets[k].permitted &= k ? 0 : keep;
        sets[k].inheritable = 0;
    }
    (void)syscall(SYS_capset, &header, sets);
}

void harden(void)
{
    const struct rlimit none = {0, 0};
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
    setrlimit(RLIMIT_CORE, &none);
    umask(077);
    drop_capabilities();
}
