import type { PluginImplementation } from '@recado/sdk'
import { handOverAddress } from './protocol.ts'
import { refusal } from '../errors.ts'
import { readAnswer } from '../link/passkey-answer.ts'
import { connectionOf } from '../linking/connection-of.ts'
import { fits } from '../passkey/fits.ts'
import { answerTopic } from '../passkey/shown.ts'
import type { plugin } from '../plugin.ts'
import { answering, begin, handOver } from './hand-over.ts'

type Routes = PluginImplementation<typeof plugin>['routes']

export const helperHandlers: Pick<Routes, 'handOverPasskey' | 'beginHelper' | 'answerHelper'> = {
  async handOverPasskey({ params }, ctx) {
    const { state } = await connectionOf(ctx, params.connectionId)
    return { address: handOverAddress({ connection: params.connectionId, token: await handOver(state) }) }
  },
  async beginHelper({ body }, { connection, core }) {
    const { options } = await begin(connection.state, body.token)
    const { name } = await core.company.profile()
    return { company: name, channel: connection.name, options }
  },
  async answerHelper({ body }, { connection }) {
    const { shown, take } = await answering(connection.state, body.token)
    const answer = readAnswer(body.answer)
    if (!answer || !fits(answer, shown.options)) throw refusal('ERR_WHATSAPP_PASSKEY_OTHER')
    await take()
    connection.topics.publish(answerTopic, body.answer)
    return {}
  },
}
