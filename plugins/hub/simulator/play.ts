import type { SimulatorAnswer, SimulatorRequest } from '@recado/sdk/testing/simulator'
import type { HubChannel } from './account.ts'
import type { Hub } from './api.ts'

interface Playground extends Hub {
  keep(bytes: Uint8Array, mime: string): string
}

/** What the page asks: the conversation, and everything that a person does. */
export async function playRoutes(simulator: Playground, request: SimulatorRequest): Promise<SimulatorAnswer> {
  const fields = await request.fields()
  const text = (name: string): string => String(fields[name] ?? '')
  const channels = simulator.accounts.flatMap((account) => account.channels)
  const channel = channels.find(({ id }) => id === text('channel')) ?? channels[0]
  if (!channel) return { status: 404 }
  const person = text('name') || 'Maria'
  const file = fields['file']
  switch (request.url.pathname.slice('/play/'.length)) {
    case 'state':
      return { body: stateOf(channels, channel, person) }
    case 'say':
      channel.write(person, text('text'))
      break
    case 'file':
      if (file instanceof File)
        channel.say(person, {
          type: 'file',
          fileUrl: simulator.keep(new Uint8Array(await file.arrayBuffer()), file.type),
          fileMimeType: file.type,
          fileName: file.name,
        })
      break
    case 'read':
      for (const said of channel.thread(person)) if (!said.fromPerson) channel.report(said, 'READ')
      break
    default:
      return { status: 404 }
  }
  return { body: {} }
}

const stateOf = (channels: readonly HubChannel[], channel: HubChannel, person: string) => ({
  channels: channels.map(({ id, kind }) => ({ id, kind })),
  channel: { id: channel.id, delivered: channel.account.subscriptions.map(({ webhook }) => webhook.url)[0] ?? null },
  said: channel.thread(person).map(({ id, fromPerson, contents, status }) => ({
    id,
    own: fromPerson,
    status,
    text: contents.map((content) => content['text'] ?? content['fileCaption'] ?? '').join('\n'),
    files: contents.flatMap((content) => content['fileUrl'] ?? []),
  })),
})
