import { expect, it } from 'vitest'
import { isEmojiOnly } from './emoji-only.ts'

it.each(['👍', '❤️', '😂😂😂', '👍🏽 🙏', '👩‍👩‍👧', '🇧🇷'])('%s is read as a picture', (text) =>
  expect(isEmojiOnly(text)).toBe(true),
)
it.each(['', 'ok', '1', '#', '👍 ok', '😂😂😂😂', '©opy', '5️⃣'])('“%s” is a text', (text) =>
  expect(isEmojiOnly(text)).toBe(false),
)
