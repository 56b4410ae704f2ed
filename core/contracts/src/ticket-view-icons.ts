/** Pictures a saved view may carry, by lucide's names. */
export const ticketViewIcons = [
  'inbox',
  'star',
  'clock',
  'bell',
  'user',
  'users',
  'message-circle',
  'tag',
  'zap',
  'megaphone',
  'wallet',
  'shield',
] as const
