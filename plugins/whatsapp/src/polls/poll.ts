import { createHash } from 'node:crypto'
import type { proto } from 'baileys'

const mostOptions = 100

/** The poll of a message that is out of its envelopes. */
export const pollIn = (message: proto.IMessage): proto.Message.IPollCreationMessage | null | undefined =>
  message.pollCreationMessage ??
  message.pollCreationMessageV2 ??
  message.pollCreationMessageV3 ??
  message.pollCreationMessageV5

/** The words of the options, in their order. */
export const optionsOf = ({ options }: proto.Message.IPollCreationMessage): string[] =>
  (options ?? []).slice(0, mostOptions).map(({ optionName }) => optionName ?? '')

/** How a vote names an option: by the hash of its words. */
export const hashOf = (option: string): string => createHash('sha256').update(option).digest('base64')
