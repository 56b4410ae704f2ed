import { implementPlugin } from '@recado/sdk'
import { companyKeys, makeKey, ownKeys, revokeAny, revokeOwn } from './keys/handlers.ts'
import { askedConsent, decideConsent } from './consent/handlers.ts'
import { plugin } from './plugin.ts'
import { answerMessage, refuseListening } from './protocol/endpoint.ts'

export default implementPlugin(plugin, {
  routes: {
    keys: ownKeys,
    make: makeKey,
    revoke: revokeOwn,
    companyKeys,
    revokeAny,
    asked: askedConsent,
    decide: decideConsent,
    call: answerMessage,
    listen: refuseListening,
  },
})
