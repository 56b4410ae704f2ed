/**
 * Circles of files that are left: the models of simulators, whose objects hold each other, and their pages, which play
 * the model that serves them. The list may only shrink.
 */
export const knownCircles: readonly (readonly string[])[] = [
  ['plugins/email/simulator/email.ts', 'plugins/email/simulator/play.ts'],
  ['plugins/sms/simulator/play.ts', 'plugins/sms/simulator/simulator.ts'],
  ['plugins/telegram/simulator/play.ts', 'plugins/telegram/simulator/telegram.ts'],
  ['plugins/waba/simulator/account.ts', 'plugins/waba/simulator/customer.ts', 'plugins/waba/simulator/line.ts'],
  ['plugins/waba/simulator/play.ts', 'plugins/waba/simulator/waba.ts'],
]
