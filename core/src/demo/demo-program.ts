import { spawn, type ChildProcess } from 'node:child_process'
import { createServer, type AddressInfo } from 'node:net'
import { DemoReport, type DemoState, type Logger } from '@recado/contracts'

/** Most of what a failed program said that is logged, in characters. */
const mostSaid = 4_000
/** How long a program that was asked to end may take before it is killed. Milliseconds. */
const endsWithinMs = 25_000

const nothing: Omit<DemoState, 'state'> = { step: null, address: null, password: null, people: [] }

interface Running {
  readonly child: ChildProcess
  readonly ended: Promise<void>
  state: DemoState
}

/**
 * A demo that runs as a program beside the product, on a port and a data folder of its own: one at a time. Its process
 * learns by the end of its channel that the product has gone, and goes too.
 */
export class DemoProgram {
  readonly #program: string | undefined
  readonly #log: Logger
  #running: Running | undefined
  #hasFailed = false
  #isClosed = false

  /** @param program file that this Node runs; without one nothing is offered */
  constructor(program: string | undefined, log: Logger) {
    this.#program = program
    this.#log = log
  }

  get exists(): boolean {
    return this.#program !== undefined
  }

  /** What it does now; without one that runs, `isOffered` decides whether one can be started. */
  state(isOffered: boolean): DemoState {
    if (this.#running) return this.#running.state
    if (!this.exists || !isOffered) return { state: 'none', ...nothing }
    return { state: this.#hasFailed ? 'failed' : 'offered', ...nothing }
  }

  get isRunning(): boolean {
    return this.#running !== undefined
  }

  /** Starts the program; one that runs already stays. */
  async start(): Promise<void> {
    if (this.#running || this.#program === undefined || this.#isClosed) return
    this.#hasFailed = false
    const port = await freePort()
    // Somebody else was faster.
    if (this.#running) return
    const ended = Promise.withResolvers<void>()
    const { PATH, HOME, TZ, TMPDIR, NODE_COMPILE_CACHE } = process.env
    const child = spawn(process.execPath, [this.#program], {
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
      // Signals of the terminal reach the product, which ends it.
      detached: true,
      env: {
        PATH,
        HOME,
        NODE_COMPILE_CACHE,
        PORT: String(port),
        ...(TZ !== undefined && { TZ }),
        ...(TMPDIR !== undefined && { TMPDIR }),
      },
    })
    const running: Running = { child, ended: ended.promise, state: { ...nothing, state: 'filling', step: 'starting' } }
    this.#running = running
    let said = ''
    child.stderr!.on('data', (text: Buffer) => {
      said = (said + text).slice(-mostSaid)
    })
    child.on('message', (message) => this.#take(running, message))
    child.once('error', (error) => {
      said += error.message
      child.emit('close')
    })
    child.once('close', () => {
      const wasAsked = running.state.state === 'ending'
      if (!wasAsked && !this.#isClosed) this.#log.warn({ said }, 'the demo ended by itself')
      this.#hasFailed = !wasAsked && running.state.state === 'filling'
      if (this.#running === running) this.#running = undefined
      ended.resolve()
    })
  }

  /** Ends the program with everything of it. Resolves at once; {@link state} says when it has gone. */
  end(): void {
    const running = this.#running
    if (!running || running.state.state === 'ending') return
    running.state = { ...nothing, state: 'ending' }
    running.child.kill('SIGTERM')
    const timer = setTimeout(() => running.child.kill('SIGKILL'), endsWithinMs)
    void running.ended.then(() => clearTimeout(timer))
  }

  /** With the node: the program is asked to end and told by its channel; nobody waits for it. */
  close(): void {
    this.#isClosed = true
    const running = this.#running
    if (!running) return
    running.child.kill('SIGTERM')
    if (running.child.connected) running.child.disconnect()
    running.child.unref()
    running.child.stderr?.destroy()
  }

  #take(running: Running, message: unknown): void {
    if (running.state.state === 'ending') return
    const report = DemoReport.safeParse(message)
    if (!report.success) return
    const { data } = report
    running.state =
      data.kind === 'step'
        ? { ...nothing, state: 'filling', step: data.step }
        : { state: 'ready', step: null, address: data.address, password: data.password, people: data.people }
  }
}

/** A port of this machine that nobody listened on a moment ago. */
const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer().once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo
      probe.close(() => resolve(port))
    })
  })
