/** Emojis in one row of the picker. */
export const emojiColumns = 8

/** What people say to a shop without words: faces, hands, signs and things, eight in a row. */
export const emojis = [
  '😀 😄 😂 🙂 😉 😊 😍 🥰',
  '😘 😎 🤔 😅 😬 😴 😢 😭',
  '😮 😳 😕 😡 🥳 🤗 🤩 🤷',
  '👍 👎 👏 🙏 🙌 💪 👋 🤝',
  '👌 👀 ❤️ 💚 💙 🎉 🔥 ✨',
  '✅ ❌ ⭐ 💯 📦 🚚 🛒 💰',
].flatMap((row) => row.split(' '))

/** Place that a key leads to from a place in the picker; undefined for other keys. */
export function placeAfter(key: string, place: number): number | undefined {
  const last = emojis.length - 1
  switch (key) {
    case 'ArrowRight':
      return Math.min(place + 1, last)
    case 'ArrowLeft':
      return Math.max(place - 1, 0)
    case 'ArrowDown':
      return place + emojiColumns <= last ? place + emojiColumns : place
    case 'ArrowUp':
      return place >= emojiColumns ? place - emojiColumns : place
    case 'Home':
      return 0
    case 'End':
      return last
    default:
      return undefined
  }
}
