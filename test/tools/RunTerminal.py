# Runs builds in mlgo run that talk with the user's terminal, as menuconfig and
# sudo do, in a shell with job control: they read it, Ctrl-Z stops them with mlgo,
# and Ctrl-C ends them.
#
# USAGE: python3 RunTerminal.py <mlgo>
import os
import pty
import select
import signal
import sys
import time

MLGO = sys.argv[1]
SECONDS = 60


class Shell:
    """Has a terminal, and mlgo as its job in the foreground."""

    def __init__(self, script):
        process, self.terminal = pty.fork()
        if process == 0:
            self.be_shell(script)
        self.process = process
        self.said = ""

    @staticmethod
    def be_shell(script):
        signal.signal(signal.SIGTTOU, signal.SIG_IGN)
        job = os.fork()
        if job == 0:
            os.setpgid(0, 0)
            os.tcsetpgrp(0, os.getpid())
            signal.signal(signal.SIGTTOU, signal.SIG_DFL)
            os.execv(MLGO, [MLGO, "run", "--", "sh", "-c", script])
        while True:
            _, state = os.waitpid(job, os.WUNTRACED)
            os.tcsetpgrp(0, os.getpgrp())
            if not os.WIFSTOPPED(state):
                break
            # "fg".
            os.write(1, b"stopped\n")
            os.tcsetpgrp(0, job)
            os.killpg(job, signal.SIGCONT)
        os.write(1, b"ended by %d\n" % (os.WTERMSIG(state) if os.WIFSIGNALED(state)
                                       else os.WEXITSTATUS(state)))
        os._exit(0)

    def expect(self, word):
        end = time.time() + SECONDS
        while word not in self.said:
            ready = select.select([self.terminal], [], [], end - time.time())[0]
            try:
                self.said += os.read(self.terminal, 4096).decode() if ready else ""
            except OSError:
                ready = []
            if not ready:
                os.kill(self.process, signal.SIGKILL)
                sys.exit("expected '%s', found:\n%s" % (word, self.said))
        self.said = self.said.split(word, 1)[1]

    def type(self, keys):
        os.write(self.terminal, keys.encode())


# Standard input, and the terminal itself, as sudo does.
shell = Shell("echo name?; read name; echo secret?; read secret </dev/tty; echo got $name $secret")
shell.expect("name?")
shell.type("abc\n")
shell.expect("secret?")
shell.type("def\n")
shell.expect("got abc def")
shell.expect("exit code 0 of the build")
shell.expect("ended by 0")

# Ctrl-Z stops the build and mlgo, and both go on.
shell = Shell("echo ready; read name; echo got $name")
shell.expect("ready")
shell.type("\x1a")
shell.expect("stopped")
shell.type("abc\n")
shell.expect("got abc")
shell.expect("ended by 0")

# Ctrl-C ends both.
shell = Shell("echo ready; sleep 1000")
shell.expect("ready")
shell.type("\x03")
shell.expect("ended by 2")
