import type { ApiClient } from '../api-client.ts'
import type { ChannelName, QueueName } from '../stories/story.ts'
import type { DemoChannel } from './channel.ts'
import { openEmail } from './email.ts'
import { openHub } from './hub.ts'
import { openMeta } from './meta.ts'
import { openSms } from './sms.ts'
import { openTelegram } from './telegram.ts'
import { openWaba } from './waba.ts'
import { openWebchat } from './webchat.ts'
import { openWhatsapp } from './whatsapp.ts'
import { openWuzapi } from './wuzapi.ts'

export type Channels = ReadonlyMap<ChannelName, DemoChannel>

/** Connects every channel there is to its simulated provider, one after another. */
export async function openChannels(
  base: string,
  admin: ApiClient,
  queues: ReadonlyMap<QueueName, string>,
  onOpen: (channel: DemoChannel) => void,
): Promise<Channels> {
  const facts = (name: string, queue: QueueName = 'Vendas') => ({ name, queueId: queues.get(queue)! })
  const opening: Readonly<Record<ChannelName, () => Promise<DemoChannel>>> = {
    whatsapp: () => openWhatsapp(admin, facts('WhatsApp da loja')),
    waba: () => openWaba(admin, facts('WhatsApp oficial')),
    wuzapi: () => openWuzapi(admin, facts('WhatsApp do suporte', 'Suporte')),
    telegram: () => openTelegram(admin, facts('Telegram')),
    instagram: () => openMeta('instagram', admin, facts('Instagram')),
    facebook: () => openMeta('facebook', admin, facts('Messenger')),
    email: () => openEmail(admin, facts('E-mail de contato', 'Suporte')),
    webchat: () => openWebchat(base, admin, facts('Site da loja')),
    sms: () => openSms(admin, facts('SMS', 'Financeiro')),
    hub: () => openHub(admin, facts('Mercado Livre')),
  }
  const channels = new Map<ChannelName, DemoChannel>()
  for (const [name, open] of Object.entries(opening) as [ChannelName, () => Promise<DemoChannel>][]) {
    const channel = await open()
    onOpen(channel)
    channels.set(name, channel)
  }
  return channels
}
