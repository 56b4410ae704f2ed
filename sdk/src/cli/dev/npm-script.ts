import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process'

/** A script of package.json that runs beside us. */
export interface RunningScript {
  readonly child: ChildProcess
  /** Asks it and all that it started to end. */
  end(): void
}

/** Runs `npm run <script>` in a process group of its own: Ctrl+C reaches it through us alone, and ends all of it. */
export function runScript(
  script: string,
  cwd: string,
  { stdio, env = {} }: { stdio: StdioOptions; env?: Readonly<Record<string, string>> },
): RunningScript {
  const child = spawn('npm', ['run', '--silent', script], {
    cwd,
    stdio,
    detached: true,
    env: { ...process.env, ...env },
  })
  return {
    child,
    end() {
      if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
      try {
        process.kill(-child.pid, 'SIGTERM')
      } catch {
        // It has just ended by itself.
      }
    },
  }
}
