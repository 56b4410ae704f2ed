/** Where the session keeps what a person has to see of the ceremony. */
export const shownKey = 'passkey'
/** What a person has pasted, on its way to the node that holds the session. */
export const answerTopic = 'passkey.answer'
/** A person has compared the codes. */
export const confirmTopic = 'passkey.confirm'

/** A step of the ceremony as the page shows it. */
export type ShownPasskey =
  | { readonly step: 'sign'; readonly options: string; readonly until: string }
  | { readonly step: 'compare'; readonly code: string; readonly until: string }
  | { readonly step: 'sent' }
