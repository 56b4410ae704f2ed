import { refusalsOf, type PluginErrors } from '@recado/sdk'

/** Refusal codes of the plugin beside core's. */
export const errors = {
  ERR_WHATSAPP_HANDOVER: { status: 404, when: 'No such request was handed to the helper, or a newer one was.' },
  ERR_WHATSAPP_HANDOVER_USED: { status: 409, when: 'The request that was handed to the helper has been used.' },
  ERR_WHATSAPP_PASSKEY_OVER: { status: 409, when: 'WhatsApp waits for no passkey of this number, or not any more.' },
  ERR_WHATSAPP_PASSKEY_OTHER: { status: 422, when: 'The answer of the browser is not to what WhatsApp has asked.' },
} as const satisfies PluginErrors

/** Refuses with these codes, and with core's. */
export const refusal = refusalsOf(errors)
