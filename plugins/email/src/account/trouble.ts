import { ChannelError, type ChannelErrorShape } from '@recado/sdk'

/** The servers of a mailbox. */
export type MailServer = 'imap' | 'smtp'
/** Failed step, in the order of the attempts; the texts are `check.<step>.title` and `.fix`. */
export type Step =
  | `proxy.${'connect' | 'login' | 'target'}`
  | `${MailServer}.${'resolve' | 'connect' | 'tls' | 'login'}`
  | 'imap.folder'
  | 'oauth.refresh'
  | 'from.mismatch'

/** A failure that knows at which step of reaching the mailbox it happened. */
export class Trouble extends ChannelError {
  readonly step: Step
  constructor(step: Step, shape: ChannelErrorShape, options?: { cause?: unknown }) {
    super(shape, options)
    this.step = step
  }
}
