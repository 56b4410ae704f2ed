import { ChannelError, plainText, type SendRequest } from '@recado/sdk'

/**
 * Text sent for the parts of a message, in one piece.
 * @throws ChannelError `unsupported` without any text, `tooLarge` beyond the channel's length
 */
export function outgoingText(parts: SendRequest['parts'], maxLength: number): string {
  const text = plainText(parts)
  if (text.trim() === '')
    throw new ChannelError({ kind: 'unsupported', code: 'EMPTY', message: 'there is no text to send', certain: true })
  if ([...text].length > maxLength)
    throw new ChannelError({
      kind: 'tooLarge',
      code: 'TOO_LONG',
      message: `the text is longer than ${maxLength} characters`,
      certain: true,
    })
  return text
}
