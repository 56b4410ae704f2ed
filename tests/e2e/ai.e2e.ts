import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ModelSimulator } from '../../plugins/ai/simulator/simulator.ts'
import type { TestApp } from '../harness/app.ts'
import { wav } from '../harness/recording.ts'
import { Visitor } from '../plugins/webchat.rig.ts'
import {
  act,
  composer,
  goToSetting,
  journey,
  launch,
  openBrowser,
  productForTests,
  row,
  signIn,
  takeSeat,
  thread,
  view,
  type Seat,
} from './browser.ts'
import { look } from './look.ts'

/**
 * An administrator sets a provider, an agent rewrites a draft and reads what was spoken and what is in another
 * language, and a prompt answers a customer until it hands over.
 */
describe.skipIf(!launch)('artificial intelligence', () => {
  let node: TestApp, browser: Browser, admin: Seat, models: ModelSimulator
  let visitor: Visitor

  beforeAll(async () => {
    models = await ModelSimulator.start()
    models.pieceMs = 20
    node = await productForTests({ app: { egress: { allow: ['127.0.0.0/8'] } } })
    browser = await openBrowser()
    admin = await takeSeat(browser)
    visitor = new Visitor(node.base, node.a.connection)
    await visitor.session({ profile: { name: 'Olga Petrova', email: 'olga@exemplo.com.br' } })
    const ana = await node.signIn(node.a.admin)
    const provider = { url: models.baseUrl, apiKey: models.apiKey, model: 'gpt-6-luna' }
    const settings = { ...provider, suggestReplies: true, summarizeAsked: true }
    await ana.ok('PUT', '/api/plugins/ai', { enabled: true, settings })
    await signIn(admin, node.base, node.a.admin)
  })
  afterAll(async () => {
    await browser?.close()
    visitor?.close()
    await node?.close()
    await models?.close()
  })
  journey()

  const dialog = (): Locator => admin.page.getByRole('dialog')
  const button = (name: string): Locator => admin.page.getByRole('button', { name, exact: true })

  test('S1-040 S9-036 a draft is rewritten, shown with what is new, taken, and brought back', async () => {
    await visitor.say('Здравствуйте, где мой заказ?')
    await admin.page.goto(`${node.base}/#/atendimento/chats`)
    await view(admin.page, 'Fila').click()
    await row(admin.page, 'Olga Petrova').click()
    await act(admin.page, 'Atender')
    await composer(admin.page).fill('Seu pedido chega na sexta-feira.')
    await button('Escrever com IA').click()
    await look(admin.page, 'ai-menu')
    await admin.page.getByRole('menuitem', { name: 'Profissional' }).click()
    await dialog().locator('ins', { hasText: 'professional' }).waitFor()
    await admin.assertAccessible('a rewritten draft')
    await look(admin.page, 'ai-rewrite', [1440, 1024, 390])
    await dialog().getByRole('button', { name: 'Usar o texto' }).click()
    await expect.poll(() => composer(admin.page).inputValue()).toBe('Seu pedido chega na sexta-feira. (professional)')
    await button('Desfazer').click()
    await expect.poll(() => composer(admin.page).inputValue()).toBe('Seu pedido chega na sexta-feira.')
  })

  test('S5-049 S8-168 without a draft there is only a reply to suggest, and a provider that fails says why', async () => {
    await composer(admin.page).fill('')
    await button('Escrever com IA').click()
    expect(await admin.page.getByRole('menuitem', { name: 'Encurtar' }).getAttribute('aria-disabled')).toBe('true')
    models.faults.plan('chat', { status: 401, description: 'invalid_api_key' })
    await admin.page.getByRole('menuitem', { name: 'Sugerir resposta' }).click()
    await dialog().getByRole('alert').getByText('O provedor recusou a chave.').waitFor()
    models.faults.plan('chat', 'truncated')
    await dialog().getByRole('button', { name: 'Tentar de novo' }).click()
    await dialog().getByRole('alert').getByText('O texto não foi reescrito').waitFor()
    await dialog().getByRole('button', { name: 'Tentar de novo' }).click()
    await dialog().getByText('vou verificar e já respondo.').waitFor()
    await dialog().getByRole('button', { name: 'Descartar' }).click()
    expect(await composer(admin.page).inputValue()).toBe('')
  })

  test('S1-041 S1-042 S7-052 S7-059 a message is translated and a recording written out, below what it is', async () => {
    await thread(admin.page).getByText('Здравствуйте').first().hover()
    await thread(admin.page).getByRole('button', { name: 'Mais ações' }).first().click()
    await admin.page.getByRole('menuitem', { name: 'Traduzir' }).click()
    await thread(admin.page).getByText('[pt-BR] Здравствуйте, где мой заказ?').waitFor()
    await thread(admin.page).getByText('Traduzido de: russo').waitFor()
    await thread(admin.page).getByText('Здравствуйте, где мой заказ?', { exact: true }).waitFor()
    await composer(admin.page).fill('Chega na sexta-feira.')
    await button('Escrever com IA').click()
    await admin.page.getByRole('menuitem', { name: 'Traduzir…' }).click()
    await dialog().getByText('[ru] Chega na sexta-feira.').waitFor()
    await dialog().getByRole('heading', { name: 'Traduzir', exact: true }).waitFor()
    await dialog().getByRole('button', { name: 'Descartar' }).click()
    await composer(admin.page).fill('')
    await visitor.attach('voz.wav', wav(), 'audio/wav')
    await thread(admin.page).locator('audio').first().waitFor({ state: 'attached' })
    await thread(admin.page).locator(':has(> audio)').last().hover()
    await thread(admin.page).getByRole('button', { name: 'Mais ações' }).last().click()
    await admin.page.getByRole('menuitem', { name: 'Transcrever' }).click()
    await thread(admin.page).getByText(models.spoken).waitFor()
    await admin.assertAccessible('a transcript and a translation')
    await look(admin.page, 'ai-words', [1440, 1024, 390])
  })

  test('the side panel has a summary, and switches what is done by itself', async () => {
    await button('Resumir').click()
    await admin.page.getByText(/^O cliente pede:/).waitFor()
    await admin.page.getByLabel('Traduzir mensagens do cliente').click()
    await admin.page.getByLabel('Idioma da equipe').selectOption({ label: 'espanhol' })
    await visitor.say('Спасибо')
    await thread(admin.page).getByText('[es] Спасибо').waitFor()
    await admin.assertAccessible('assistance')
    await look(admin.page, 'ai-assistance')
  })

  test('S2-073 a prompt is written, tried and published', async () => {
    await goToSetting(admin.page, 'Prompts de IA')
    await admin.page.getByText('Nenhum prompt ainda').waitFor()
    await button('Testar').click()
    await admin.page.getByText('O provedor responde e oferece 8 modelos.').waitFor()
    await look(admin.page, 'ai-prompts-empty', [1440, 390])
    await button('Adicionar prompt').first().click()
    await dialog().getByRole('button', { name: 'Publicar' }).click()
    expect(await dialog().getByText('Preencha este campo').count()).toBe(2)
    await dialog().getByLabel('Nome').fill('Padaria Sol')
    await dialog()
      .getByRole('textbox', { name: /^Instruções/ })
      .fill('Você atende a Padaria Sol.')
    await admin.assertAccessible('prompt editor')
    await look(admin.page, 'ai-prompt', [1440, 390])
    await dialog().getByRole('tab', { name: 'Modelo' }).click()
    admin.expects(/422/)
    await dialog().getByLabel('Tokens por resposta').fill('20')
    await dialog().getByRole('button', { name: 'Publicar' }).click()
    await dialog().getByText('O mínimo é 50').waitFor()
    await look(admin.page, 'ai-prompt-model', [1440, 390])
    await dialog().getByLabel('Tokens por resposta').fill('300')
    await dialog().getByRole('tab', { name: 'Limites' }).click()
    await dialog().getByLabel('Minutos por conversa').fill('60')
    await dialog().getByLabel('O cliente é VIP').click()
    await dialog().getByLabel('Mensagem ao passar para uma pessoa').fill('Vou chamar uma pessoa.')
    await admin.assertAccessible('limits of a prompt')
    await look(admin.page, 'ai-prompt-limits', [1440, 390])
    await dialog().getByRole('button', { name: 'Publicar' }).click()
    await dialog()
      .getByText(/^Etiquetas/)
      .first()
      .waitFor()
    await dialog().getByLabel('O cliente é VIP').click()
    await dialog().getByRole('tab', { name: 'Voz' }).click()
    await dialog().getByLabel('Provedor de voz').selectOption({ label: 'Azure' })
    await admin.assertAccessible('voice of a prompt')
    await look(admin.page, 'ai-prompt-voice', [1440, 390])
    await dialog().getByLabel('Provedor de voz').selectOption({ label: 'Sem voz' })
    await dialog().getByLabel('Mensagem do cliente').fill('Tem pão?')
    await dialog().getByRole('button', { name: 'Enviar' }).click()
    await dialog().getByText('Você disse: Tem pão?').waitFor()
    await dialog().getByLabel('Mensagem do cliente').fill('Isso é um absurdo')
    await dialog().getByRole('button', { name: 'Enviar' }).click()
    await dialog().getByText('Passaria para uma pessoa: o cliente está irritado: absurdo').waitFor()
    await admin.assertAccessible('trial of a prompt')
    await look(admin.page, 'ai-prompt-trial', [1440, 390])
    await dialog().getByRole('button', { name: 'Publicar' }).click()
    await dialog().waitFor({ state: 'detached' })
    await admin.page.getByText('Padaria Sol', { exact: true }).waitFor()
    await admin.page.getByRole('region', { name: 'Consumo dos últimos 30 dias por finalidade' }).waitFor()
    await admin.assertAccessible('prompts')
    await look(admin.page, 'ai-prompts', [1440, 1024, 390])
  })

  test('a function has parameters, calls an address, and is shown with what it would be called with', async () => {
    await button('Editar Padaria Sol').click()
    await dialog().getByRole('tab', { name: 'Funções' }).click()
    await dialog().getByRole('button', { name: 'Adicionar função' }).click()
    await dialog().getByLabel('Nome para o modelo').fill('order_status')
    await dialog().getByLabel('Quando').fill('Quando pergunta do pedido.')
    await dialog().getByLabel('O que faz').selectOption({ label: 'Chamar um endereço' })
    await dialog().getByLabel('Endereço').fill('https://loja.example/pedidos/{{order}}')
    await dialog().getByLabel('Chave', { exact: true }).fill('segredo')
    await dialog().getByRole('button', { name: 'Adicionar parâmetro' }).click()
    const parameter = dialog().getByRole('group', { name: 'Parâmetro 1' })
    await parameter.getByLabel('Nome').fill('order')
    await parameter.getByLabel('Descrição').fill('Número do pedido.')
    await parameter.getByLabel('Mínimo de caracteres').fill('4')
    await admin.assertAccessible('functions of a prompt')
    await look(admin.page, 'ai-prompt-functions', [1440, 390])
    await dialog().getByLabel('Mensagem do cliente').fill('order status order=4321')
    await dialog().getByRole('button', { name: 'Enviar' }).click()
    await dialog().getByText('Faria: order_status').waitFor()
    await dialog().getByText('order: 4321').waitFor()
    await dialog().getByRole('button', { name: 'Salvar rascunho' }).click()
    await dialog().waitFor({ state: 'detached' })
    await admin.page.getByText('Rascunho; responde a versão 1').waitFor()
  })

  test('versions are compared, restored and published, and a conversation is replayed', async () => {
    await button('Editar Padaria Sol').click()
    await dialog()
      .getByRole('textbox', { name: /^Instruções/ })
      .fill('Você atende a Confeitaria Sol.')
    await dialog().getByRole('tab', { name: 'Versões' }).click()
    await dialog().getByText('Mudou: Funções').waitFor()
    await dialog().getByRole('button', { name: 'Comparar' }).last().click()
    await dialog().locator('ins', { hasText: 'Confeitaria' }).waitFor()
    await admin.assertAccessible('versions of a prompt')
    await look(admin.page, 'ai-prompt-versions', [1440, 390])
    await dialog().getByRole('button', { name: 'Restaurar no formulário' }).click()
    await dialog().getByText('Nada mudou.').waitFor()
    await dialog().getByRole('tab', { name: 'Repetir' }).click()
    await dialog().getByLabel('Buscar conversa').fill('Olga')
    await dialog().getByLabel('Conversa', { exact: true }).selectOption({ index: 1 })
    await dialog().getByRole('button', { name: 'Repetir com o rascunho' }).click()
    await dialog().getByText('O rascunho', { exact: true }).first().waitFor()
    await dialog()
      .getByText(/^Você disse: /)
      .first()
      .waitFor()
    await admin.assertAccessible('replay')
    await look(admin.page, 'ai-prompt-replay', [1440, 390])
    await dialog().getByRole('tab', { name: 'Versões' }).click()
    await dialog().getByRole('listitem').first().getByRole('button', { name: 'Publicar' }).click()
    await admin.page.getByText('Versão 2 publicada').waitFor()
    await dialog().getByRole('button', { name: 'Cancelar' }).click()
    await dialog().waitFor({ state: 'detached' })
  })

  test('questions are answered for a test and judged, and two runs compared', async () => {
    await button('Perguntas de teste de Padaria Sol').click()
    await dialog().getByLabel('Pergunta do cliente').fill('Tem pão?')
    await dialog().getByLabel('Fatos esperados').fill('pão')
    await dialog().getByRole('button', { name: 'Adicionar pergunta' }).click()
    await dialog().getByLabel('Pergunta do cliente').last().fill('Isso é um absurdo')
    await dialog().getByLabel('Deve recusar ou chamar uma pessoa').last().click()
    await admin.assertAccessible('test questions')
    await look(admin.page, 'ai-test-questions', [1440, 390])
    await dialog().getByRole('button', { name: 'Testar a última versão' }).click()
    await dialog().getByText('1 de 1 (100 %)').first().waitFor()
    await dialog().getByText('Recusou', { exact: true }).waitFor()
    await dialog().getByRole('button', { name: 'Testar a última versão' }).click()
    await dialog().getByLabel('Comparar com outro teste').selectOption({ index: 1 })
    await expect.poll(() => dialog().getByText('Recusou', { exact: true }).count(), { timeout: 15_000 }).toBe(2)
    await admin.assertAccessible('results of test questions')
    await look(admin.page, 'ai-test-runs', [1440, 390])
    await dialog().getByRole('button', { name: 'Fechar' }).first().click()
    await dialog().waitFor({ state: 'detached' })
  })

  test('S9-096 the agent is put before people', async () => {
    await goToSetting(admin.page, 'Quem responde primeiro')
    await button('Editar a ordem: Toda a empresa').click()
    await dialog().getByRole('button', { name: 'Adicionar resposta automática' }).click()
    await admin.page.getByRole('option', { name: /Agente de IA/ }).click()
    await dialog().getByLabel('Prompt').selectOption({ label: 'Padaria Sol' })
    await dialog().getByRole('button', { name: 'Salvar' }).click()
    await admin.page.getByText(/Agente de IA.* → equipe/).waitFor()
  })

  test('the agent answers a customer, and people read why they have them', async () => {
    const other = new Visitor(node.base, node.a.connection)
    await other.session({ profile: { name: 'Rui Costa', email: 'rui@exemplo.com.br' } })
    await other.say('Tem pão integral?')
    const line = await other.listen()
    await line.next('message', ({ text }: { text: string }) => text === 'Você disse: Tem pão integral?')
    await other.say('Quero falar com um atendente')
    await line.next('message', ({ text }: { text: string }) => text === 'Vou chamar uma pessoa.')
    await admin.page.getByText('Rui Costa aguarda atendimento').waitFor()
    await admin.page.goto(`${node.base}/#/atendimento/chats`)
    await view(admin.page, 'Fila').click()
    await row(admin.page, 'Rui Costa').click()
    await admin.page
      .getByText('Passado pelo agente de IA: o cliente pediu um atendente: falar com um atendente')
      .waitFor()
    await look(admin.page, 'ai-handed-over', [1440, 390])
    other.close()
    admin.assertClean()
  })
})
