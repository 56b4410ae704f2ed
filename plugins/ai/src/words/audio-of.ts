import type { Message } from '@recado/sdk'

/** The recording of a message: a voice note, or another file that is heard. */
export const audioOf = ({ parts }: Pick<Message, 'parts'>) =>
  parts.find((part) => part.kind === 'media' && (part.as === 'audio' || part.as === 'voice'))
