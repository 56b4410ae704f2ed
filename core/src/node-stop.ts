import type { StopActions } from './stop-requests.ts'

/** A started node, as its stop sees it. */
export interface StartedNode {
  /** Serves on until `grace` resolves, then gives back what it holds. Answers whether all of it could be given back. */
  stop(grace: Promise<void>): Promise<boolean>
}

export interface NodeStopOptions {
  /** Time for which the node goes on serving when a supervisor stops it, in milliseconds. */
  readonly graceMs: number
  /** Ends the process. */
  readonly exit: (code: number) => void
  /** Prints a line for a person. */
  readonly say: (line: string) => void
}

/** A start gives up with this error because the process was asked to stop. */
export class StopRequested extends Error {
  override readonly name = 'StopRequested'
}

/** After the grace everything ends within ten seconds, the process included. */
const stopWithinMs = 9_800
/** A node that cannot work has little to give back. */
const giveUpWithinMs = 5_000
/** EX_SOFTWARE of sysexits.h: a supervisor that restarts on failure restarts the node. */
const hopelessExitCode = 70
/** EX_TEMPFAIL of sysexits.h: something was not given back; other nodes or the next start take it over. */
const incompleteExitCode = 75

/**
 * The stop of the process: one for any number of requests, with a deadline. Exits with 0 when everything was given
 * back. Made by main.ts.
 */
export class NodeStop implements StopActions {
  readonly #options: NodeStopOptions
  readonly #requested = new AbortController()
  readonly #grace = Promise.withResolvers<void>()
  #node: StartedNode | undefined
  #isHopeless = false

  constructor(options: NodeStopOptions) {
    this.#options = options
  }

  /** Aborted by the first request, with {@link StopRequested}: a start that is under way goes no further. */
  get signal(): AbortSignal {
    return this.#requested.signal
  }

  /** The node runs. A stop requested meanwhile begins now. */
  started(node: StartedNode): void {
    this.#node = node
    if (this.signal.aborted) void this.#end(node)
  }

  /** Stops the node, after its grace. A node that still starts serves nobody and has none. */
  stop(): void {
    if (this.signal.aborted) return
    this.#requested.abort(new StopRequested())
    if (this.#node) setTimeout(() => this.#grace.resolve(), this.#options.graceMs)
    else this.#grace.resolve()
    void this.#grace.promise.then(() => this.#limit(stopWithinMs))
    if (this.#node) void this.#end(this.#node)
  }

  withoutGrace(): void {
    this.#grace.resolve()
  }

  /** Stops a node that cannot work any more; its supervisor starts it again. */
  giveUp(): void {
    this.#isHopeless = true
    this.#limit(giveUpWithinMs)
    this.stop()
    this.withoutGrace()
  }

  #limit(ms: number): void {
    setTimeout(() => {
      this.#options.say('The stop took too long and was cut off; others, or the next start, take over what was left.')
      this.#exit(false)
    }, ms)
  }

  async #end(node: StartedNode): Promise<void> {
    try {
      this.#exit(await node.stop(this.#grace.promise))
    } catch (error) {
      this.#options.say(String(error))
      this.#exit(false)
    }
  }

  #exit(isComplete: boolean): void {
    this.#options.exit(this.#isHopeless ? hopelessExitCode : isComplete ? 0 : incompleteExitCode)
  }
}
