import type { CaptchaChallenge } from './signing-in.ts'

/* Port for routes that are open to people who are not signed in. */

/**
 * The slider challenge with its proof of work, for calls that cost something and that anybody may make. A challenge
 * counts for the plugin that asked for it, in a connection route for that connection alone.
 */
export interface CaptchaPort {
  /** A new challenge; five minutes old at most when it is judged. How a page solves it: docs/plugins/visitors.md. */
  challenge(): Promise<CaptchaChallenge>
  /** Checks a solution and uses its challenge up, whatever the result. @throws Refusal ERR_CAPTCHA_INVALID */
  judge(field: string): Promise<void>
}

/** Cost of a visitor's call beside the call itself. */
export interface VisitorCost {
  /** Bytes of the files it brings. */
  readonly bytes?: number
  /** The slider was solved for this very call: see {@link CaptchaPort.judge}. */
  readonly proven?: boolean
}

/**
 * Budgets of visitors, in a connection route. Core knows the network and the company of a call and takes the budget
 * from the rate class of the route (`visitorSession`, `visitorMessage`, `visitorUpload`, `visitorStream`); the plugin
 * identifies the visitor, by an id of its own, once it has checked their token. The figures are in
 * core/src/http/visitor-budgets.ts.
 */
export interface VisitorPort {
  /**
   * Counts this call for the visitor, their network and the company; undefined is a visitor who is new. Call it before
   * the work is done: a refused call costs nothing.
   * @throws Refusal ERR_CAPTCHA_REQUIRED for who has spent what is free and is neither trusted nor `proven`,
   *   ERR_TOO_MANY_REQUESTS with the seconds to wait
   */
  spend(visitor: string | undefined, cost?: VisitorCost): Promise<void>
  /** The visitor has solved the slider: for a quarter of an hour they are not asked again. */
  trust(visitor: string): Promise<void>
  /**
   * Takes a place for the stream that this route opens, until the stream ends. The signal is aborted when a newer
   * stream of the same visitor needs the place: end the stream then, after telling the client not to reconnect at once.
   * @throws Refusal ERR_TOO_MANY_STREAMS where the network or the company has as many as it may
   */
  stream(visitor: string): Promise<AbortSignal>
}
