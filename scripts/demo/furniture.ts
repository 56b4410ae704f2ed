import { randomUUID } from 'node:crypto'
import type { ApiClient } from './api-client.ts'
import type { Company } from './company.ts'
import { articles } from './stories/articles.ts'
import type { ColleagueName } from './stories/story.ts'

const survey = {
  name: 'Recomendação',
  kind: 'nps',
  enabled: true,
  scale: 10,
  timeoutMinutes: 1_440,
  requestMessage: 'De 0 a 10, quanto você recomendaria a Papelaria Aurora a um amigo?',
  commentMessage: 'Obrigado! O que mais pesou na sua nota?',
  thanksMessage: 'Obrigado por contar para a gente 💙',
  invalidMessage: 'Responda com um número de 0 a 10, por favor.',
  timeoutMessage: 'Tudo bem, fica para a próxima.',
}
const chatLines: readonly (readonly [ColleagueName, string])[] = [
  ['Helena Sales', 'Bom dia! Hoje o frete grátis vale a partir de R$ 90.'],
  ['Rafael Lima', 'Boa! Vou avisar quem perguntou ontem.'],
  ['Tiago Rocha', 'A troca dos estojos com zíper quebrado está liberada até sexta, certo?'],
  ['Helena Sales', 'Isso, sem custo para o cliente.'],
]

/** What the company asks when a conversation is resolved. Answers a function that ends the survey. */
export async function askForGrades(admin: ApiClient): Promise<() => Promise<void>> {
  const { id } = await admin.call<{ id: string }>('POST', '/p/nps/surveys', survey)
  return async () => {
    await admin.call('PUT', `/p/nps/surveys/${id}`, { ...survey, enabled: false })
  }
}

/** Gives the company articles with a help centre, macros, and a chat of its own. */
export async function furnishDesk(
  admin: ApiClient,
  { tags, queues, colleagues }: Company,
  clients: ReadonlyMap<ColleagueName, ApiClient>,
): Promise<void> {
  const settings = { helpCenterPublished: true, helpCenterWelcome: 'Como podemos ajudar?' }
  await admin.call('PUT', '/api/plugins/knowledge', { enabled: true, settings })
  for (const article of articles) await admin.call('POST', '/p/knowledge/articles', { language: 'pt-BR', ...article })
  const macros = [
    {
      name: 'Troca liberada',
      steps: [
        { kind: 'reply', text: 'Sua troca está liberada: traga o produto à loja ou use este código nos Correios.' },
        { kind: 'addTag', tagId: tags.get('Troca') },
      ],
    },
    {
      name: 'Enviar ao financeiro',
      steps: [
        { kind: 'note', text: 'Cliente confirmou os dados. Falta conferir o pagamento.' },
        { kind: 'toQueue', queueId: queues.get('Financeiro') },
      ],
    },
  ]
  for (const macro of macros) await admin.call('POST', '/p/macros/macros', { ...macro, shared: true })
  const helena = clients.get('Helena Sales')!
  const userIds = [...colleagues].filter(([name]) => name !== 'Helena Sales').map(([, { id }]) => id)
  const chat = await helena.call<{ id: string }>('POST', '/p/internal-chat/chats', {
    name: 'Loja e atendimento',
    userIds: [...userIds, admin.userId],
  })
  for (const [name, content] of chatLines)
    await clients.get(name)!.call('POST', `/p/internal-chat/chats/${chat.id}/messages`, { key: randomUUID(), content })
}
