import type { Connection } from '@recado/contracts'
import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Group } from '../../plugins/whatsapp/simulator/group.ts'
import { WhatsappSimulator } from '../../plugins/whatsapp/simulator/whatsapp.ts'
import { eventually, type TestApp } from '../harness/app.ts'
import { ChannelSide } from '../harness/channel-side.ts'
import { journey, launch, notices, openBrowser, productForTests, seen, signIn, takeSeat, type Seat } from './browser.ts'
import { look } from './look.ts'

/** Groups of WhatsApp are managed beside their conversation. */
describe.skipIf(!launch)('groups beside a conversation', () => {
  let node: TestApp, browser: Browser, seat: Seat, simulator: WhatsappSimulator
  let group: Group, alone: string, person: ReturnType<WhatsappSimulator['person']>
  const panel = (): Locator =>
    seat.page.locator('details').filter({ has: seat.page.locator('summary').getByText('Grupo', { exact: true }) })
  beforeAll(async () => {
    simulator = await WhatsappSimulator.start()
    node = await productForTests({ app: { egress: { allow: ['127.0.0.0/8'] } } })
    const admin = await node.signIn(node.a.admin)
    const connection = await admin.ok<Connection>('POST', '/whatsapp', {
      name: 'Celular da loja',
      type: 'whatsapp',
      config: { server: simulator.url },
    })
    const side = new ChannelSide(admin, connection)
    const account = simulator.account('5511999990000')
    const read = () => admin.ok<Connection>('GET', `/whatsapp/${connection.id}`)
    simulator.scan(account, (await eventually(read, ({ qrcode }) => qrcode !== undefined)).qrcode!)
    await eventually(read, ({ status }) => status === 'connected')
    group = new Group('Entregas da zona sul', account.number)
    simulator.groups.set(group.id, group)
    person = simulator.person('Nádia Prado', '5511988880001')
    for (const [name, number] of [
      ['Rui Teles', '5511988880002'],
      ['Iara Lima', '5511988880003'],
    ] as const)
      group.members.set(simulator.person(name, number).number, 'member')
    group.members.set(person.number, 'admin')
    group.requests.add(simulator.person('Sol Reis', '5511988880004').number)
    simulator.phone(person, account, group).say('Bom dia, pessoal')
    simulator.phone(person, account).say('E aqui em particular')
    alone = (await side.ticket('Nádia Prado')).id
    const together = (await side.ticket(group.subject)).id
    browser = await openBrowser()
    seat = await takeSeat(browser, { viewport: { width: 1440, height: 900 } })
    await signIn(seat, node.base, node.a.admin, `/atendimento/${together}`)
  })
  afterAll(async () => {
    await browser?.close()
    await node?.close()
    await simulator?.close()
  })
  journey()

  test('S2-057 the panel shows who is in, and who asks to be let in is approved', async () => {
    await panel().getByRole('heading', { name: 'Entregas da zona sul' }).waitFor()
    await panel().getByText('4 participantes').waitFor()
    await panel().getByRole('button', { name: 'Aprovar +5511988880004' }).waitFor()
    await seat.assertAccessible('a group beside a conversation')
    await panel().getByRole('heading', { name: '4 participantes' }).scrollIntoViewIfNeeded()
    await look(seat.page, 'group-panel', [1440, 1024, 390])
    await panel().getByRole('button', { name: 'Aprovar +5511988880004' }).click()
    await panel().getByText('5 participantes').waitFor()
    expect(group.members.has('5511988880004')).toBe(true)
  })

  test('S5-055 S5-056 name and description are both wanted, and change', async () => {
    await panel().getByRole('button', { name: 'Editar' }).click()
    const dialog = seat.page.getByRole('dialog', { name: 'Editar grupo' })
    await dialog.getByRole('textbox', { name: /^Nome/ }).fill('')
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await dialog.getByText('Informe o nome do grupo.').waitFor()
    await dialog.getByText('Informe a descrição do grupo.').waitFor()
    await seat.assertAccessible('a group is edited')
    await look(seat.page, 'group-edit', [1440])
    await dialog.getByRole('textbox', { name: /^Nome/ }).fill('Entregas da zona sul e oeste')
    await dialog.getByRole('textbox', { name: /^Descrição/ }).fill('Avise aqui quando sair.')
    await dialog.getByRole('button', { name: 'Salvar' }).click()
    await panel().getByText('Avise aqui quando sair.').waitFor()
    expect(group.subject).toBe('Entregas da zona sul e oeste')
    await seat.page.getByRole('log', { name: 'Conversa com Entregas da zona sul e oeste' }).waitFor()
  })

  test('S5-057 somebody is added by number; who does not want to be is said', async () => {
    const field = panel().getByRole('textbox', { name: 'Adicionar por número' })
    await panel().getByRole('button', { name: 'Adicionar', exact: true }).click()
    await panel().getByText('Informe o número do participante.').waitFor()
    simulator.refusesGroups.add(simulator.person('Caio Reservado', '5511988880005').number)
    await field.fill('+55 11 98888-0005')
    await panel().getByRole('button', { name: 'Adicionar', exact: true }).click()
    await notices(seat.page).getByText('5511988880005 não permite ser adicionado a grupos').waitFor()
    simulator.person('Lia Nunes', '5511988880006')
    await field.fill('+55 11 98888-0006')
    await panel().getByRole('button', { name: 'Adicionar', exact: true }).click()
    await panel().getByText('+5511988880006').waitFor()
    expect(group.members.get('5511988880006')).toBe('member')
  })

  test('a member becomes administrator, another one is removed, the rules and the invitation change', async () => {
    const actsOf = async (who: string, entry: string): Promise<void> => {
      await panel()
        .getByRole('button', { name: `Ações para ${who}` })
        .click()
      await seat.page.getByRole('menuitem', { name: entry }).click()
    }
    await actsOf('+5511988880006', 'Tornar administrador')
    await seen(() => group.members.get('5511988880006')).toBe('admin')
    await actsOf('+5511988880002', 'Remover do grupo')
    await seat.page.getByRole('alertdialog').getByRole('button', { name: 'Remover do grupo' }).click()
    await seen(() => group.members.has('5511988880002')).toBe(false)
    await panel().getByRole('switch', { name: 'Só administradores escrevem' }).click()
    await seen(() => group.announce).toBe(true)
    await panel().getByRole('button', { name: 'Mostrar link' }).click()
    await panel().getByText(`https://chat.whatsapp.com/${group.invite}`).waitFor()
    await panel().getByRole('button', { name: 'Gerar novo link' }).click()
    const before = group.invite
    await seat.page.getByRole('alertdialog').getByRole('button', { name: 'Gerar novo link' }).click()
    await seen(() => group.invite).not.toBe(before)
    seat.assertClean()
  })

  test('S5-051 S5-053 a group is made beside the conversation with a person', async () => {
    await seat.page.goto(`${node.base}/#/atendimento/${alone}`)
    await panel().getByRole('button', { name: 'Novo grupo' }).click()
    const dialog = seat.page.getByRole('dialog', { name: 'Novo grupo' })
    await dialog.getByRole('button', { name: 'Remover Nádia Prado' }).click()
    await dialog.getByRole('button', { name: 'Criar grupo' }).click()
    await dialog.getByText('Informe o nome do grupo.').waitFor()
    await dialog.getByText('Escolha ao menos um contato.').waitFor()
    await seat.assertAccessible('a new group')
    await dialog.getByRole('searchbox', { name: /^Contatos/ }).fill('Nádia')
    await dialog.getByRole('button', { name: /^Nádia Prado/ }).click()
    await dialog.getByRole('textbox', { name: /^Nome/ }).fill('Nádia e a loja')
    await look(seat.page, 'group-new', [1440])
    await dialog.getByRole('button', { name: 'Criar grupo' }).click()
    await notices(seat.page).getByText('O grupo “Nádia e a loja” foi criado').waitFor()
    const made = [...simulator.groups.values()].find(({ subject }) => subject === 'Nádia e a loja')!
    expect([...made.members.keys()].toSorted()).toEqual([person.number, '5511999990000'].toSorted())
    seat.assertClean()
  })
})
