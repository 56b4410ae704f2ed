import type { ChannelPace } from '@recado/sdk'

/**
 * How fast a linked number writes: as cautiously as on the built-in engine, since WhatsApp sees the same device. 463
 * and 479 are its refusals of a number that may not begin chats now.
 */
export const pace: ChannelPace = {
  answers: { perMinute: 60, burst: 30 },
  openings: { perHour: 20, burst: 5, perDay: [20, 30, 45, 70, 100, 150, 200] },
  warnings: ['463', '479'],
}
