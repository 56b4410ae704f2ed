const storageKey = 'recado.emojis'
const most = 18

/** Emojis picked last on this device, newest first. They are stored in the browser alone. */
export const recentEmojis = (): string[] => (localStorage.getItem(storageKey) ?? '').split(' ').filter(Boolean)

/** Puts an emoji in front of those that were picked before. */
export function rememberEmoji(emoji: string): void {
  localStorage.setItem(storageKey, [emoji, ...recentEmojis().filter((one) => one !== emoji)].slice(0, most).join(' '))
}
