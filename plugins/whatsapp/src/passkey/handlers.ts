import { Refusal, type PluginImplementation } from '@recado/sdk'
import { refusal } from '../errors.ts'
import { waiting } from '../helper/hand-over.ts'
import { readAnswer } from '../link/passkey-answer.ts'
import { connectionOf } from '../linking/connection-of.ts'
import type { plugin } from '../plugin.ts'
import { fits } from './fits.ts'
import { answerTopic, confirmTopic, ShownPasskey, shownKey } from './shown.ts'

type Routes = PluginImplementation<typeof plugin>['routes']

/**
 * The desk of the linking by passkey. The session may be on another node: what is said here reaches it by its topics.
 */
export const passkeyHandlers: Pick<Routes, 'passkey' | 'answerPasskey' | 'confirmPasskey'> = {
  async passkey({ params }, ctx) {
    const kept = await (await connectionOf(ctx, params.connectionId)).state.get(shownKey)
    return { passkey: ShownPasskey.safeParse(kept).data ?? null }
  },
  async answerPasskey({ params, body }, ctx) {
    const connection = await connectionOf(ctx, params.connectionId)
    const answer = readAnswer(body.answer)
    if (!answer)
      throw new Refusal('ERR_VALIDATION', { issues: [{ path: 'answer', message: 'not what the browser answers' }] })
    if (!fits(answer, (await waiting(connection.state)).options)) throw refusal('ERR_WHATSAPP_PASSKEY_OTHER')
    connection.topics.publish(answerTopic, body.answer)
    return {}
  },
  async confirmPasskey({ params }, ctx) {
    ;(await connectionOf(ctx, params.connectionId)).topics.publish(confirmTopic, null)
    return {}
  },
}
