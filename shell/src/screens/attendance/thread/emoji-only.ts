/** So many are drawn large; more of them are a text. */
const most = 3
const emoji = /^(?:\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\u200D|\uFE0F)*|\p{Regional_Indicator}{2})+$/u

/** Whether a message is nothing but one to three emojis, which are read as a picture. */
export function isEmojiOnly(text: string): boolean {
  const shown = text.replace(/\s/g, '')
  return shown.length <= most * 16 && emoji.test(shown) && [...new Intl.Segmenter().segment(shown)].length <= most
}
