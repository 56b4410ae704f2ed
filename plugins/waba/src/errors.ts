import { refusalsOf, type PluginErrors } from '@recado/sdk'

/** Refusal codes of the plugin beside core's. */
export const errors = {
  ERR_PROVIDER_REFUSED: {
    status: 422,
    when: 'The provider refused what was asked of it; `detail` is what it says. Nothing changed there.',
    facts: ['detail', 'retryAfterSeconds'],
  },
  ERR_PROVIDER_FAILED: {
    status: 502,
    when: 'The provider could not be reached, or gave no answer; it may or may not have acted.',
    facts: ['detail', 'retryAfterSeconds'],
  },
  ERR_WABA_SIGNUP_UNSET: {
    status: 409,
    when: 'The installation has no app at Meta to connect numbers with, or no public address.',
  },
  ERR_WABA_SIGNUP_STATE: {
    status: 409,
    when: 'The sign-up at Meta was begun by somebody else, more than an hour ago, or has ended already.',
  },
  ERR_WABA_SIGNUP_REFUSED: {
    status: 409,
    when: 'The person did not go through with it in Meta’s window; `detail` is what Meta says.',
    facts: ['detail'],
  },
  ERR_WABA_SIGNUP_CODE: {
    status: 409,
    when: 'Meta does not take the code of the sign-up: too old, or used already. `detail` is what Meta says.',
    facts: ['detail'],
  },
  ERR_WABA_SIGNUP_NO_NUMBER: { status: 409, when: 'No number was shared in Meta’s window.' },
  ERR_WABA_SIGNUP_TAKEN: {
    status: 409,
    when: 'The number delivers its messages to another system; `detail` names it.',
    facts: ['detail'],
  },
} as const satisfies PluginErrors

/** Refuses with these codes, and with core's. */
export const refusal = refusalsOf(errors)
