/** Between the window of the sign-up and the page that opened it; Meta's own policy parts them otherwise. */
export const signupChannel = 'recado.waba.signup'

/** Tells the page that opened the window what came of it. */
export function tellOpener(phones: readonly string[]): void {
  const channel = new BroadcastChannel(signupChannel)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel of one origin takes no target
  channel.postMessage(phones)
  channel.close()
}
