import { join } from 'node:path'
import type { Browser, Locator } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestApp } from '../harness/app.ts'
import { MailServer } from '../harness/mail-server.ts'
import {
  chooseByLetters,
  goToSetting,
  journey,
  launch,
  navigation,
  notices,
  openBrowser,
  pictures,
  productForTests,
  seen,
  signIn,
  takeSeat,
  type Seat,
} from './browser.ts'
import { Keys } from './keys.ts'
import { assertFits, atWidths, look } from './look.ts'

/** An administrator looks after the people of the company: accounts, roles, groups, hours; and somebody leaves. */
describe.skipIf(!launch)('users in the shell', () => {
  let node: TestApp, browser: Browser, admin: Seat, agent: Seat
  const post = new MailServer()

  beforeAll(async () => {
    await post.listen()
    node = await productForTests({ app: { egress: { allow: ['127.0.0.1/32'] } } })
    browser = await openBrowser()
    ;[admin, agent] = await Promise.all([takeSeat(browser), takeSeat(browser)])
    await Promise.all([
      signIn(admin, node.base, node.a.admin, '/configuracoes/usuarios'),
      signIn(agent, node.base, node.a.user, '/configuracoes/grupos'),
    ])
  })
  afterAll(async () => {
    await browser?.close()
    await node?.close()
    await post.close()
  })
  journey()

  const line = (name: string): Locator => admin.page.getByRole('row').filter({ hasText: name })
  const dialog = (name: string | RegExp): Locator => admin.page.getByRole('dialog', { name })
  const act = async (name: string, entry: string): Promise<void> => {
    await line(name)
      .getByRole('button', { name: `Ações para ${name}` })
      .click()
    await admin.page.getByRole('menuitem', { name: entry }).click()
  }

  test('S2-071 a user is made; what is refused stands at its field, and nothing typed is lost', async () => {
    await line('Sofia Aurora').waitFor()
    await admin.assertAccessible('users')
    await admin.page.getByRole('button', { name: 'Novo usuário' }).click()
    const form = dialog('Novo usuário')
    await form.getByLabel(/^Nome/).fill('Nina Nova')
    await form.getByLabel(/^E-mail/).fill(node.b.user.email)
    // Without a mail server nobody can be invited, and the form says so.
    await form.getByText('Esta instalação ainda não envia e-mails.').waitFor()
    expect(await form.getByRole('radio', { name: 'Convidar por e-mail' }).isDisabled()).toBe(true)
    expect(await form.getByRole('radio', { name: 'Definir uma senha agora' }).isChecked()).toBe(true)
    await form.getByLabel(/^Senha/).fill('curta')
    admin.expects(/answered 4(09|22): POST .*\/users/, /status of 4(09|22)/)
    await form.getByRole('button', { name: 'Salvar' }).click()
    await form.getByText('Falta uma letra maiúscula.').waitFor()
    await form.getByLabel(/^Senha/).fill('Segura123')
    await form.getByRole('checkbox', { name: 'Vendas' }).check()
    await form.getByRole('button', { name: 'Salvar' }).click()
    await form.getByText('já').first().waitFor()
    expect(await form.getByLabel(/^Nome/).inputValue()).toBe('Nina Nova')
    await admin.assertAccessible('form of a user')
    await form.getByLabel(/^E-mail/).fill('nina@aurora.test')
    await form.getByRole('button', { name: 'Salvar' }).click()
    await notices(admin.page).getByText('Nina Nova já pode entrar.').waitFor()
    await line('Nina Nova').getByText('Vendas').waitFor()
  })

  test('S2-106 the users of each queue are shown in a dialog, found by name and by queue', async () => {
    await admin.page.getByRole('button', { name: 'Usuários por fila' }).click()
    const shown = dialog('Usuários por fila')
    const people = shown.getByRole('list', { name: 'Usuários por fila' }).getByRole('listitem')
    const lastLines = (text: string): string => text.split('\n').slice(-2).join(': ')
    const listed = async (): Promise<string[]> => (await people.allInnerTexts()).map(lastLines)
    await people.filter({ hasText: 'Nina Nova' }).waitFor()
    const some = ['Nina Nova: Vendas', 'Sofia Aurora: Suporte, Vendas', 'Ugo Aurora: Vendas']
    expect(await listed()).toEqual(expect.arrayContaining(some))
    await admin.assertAccessible('users by queue')
    await shown.getByLabel('Fila', { exact: true }).selectOption({ label: 'Suporte' })
    await seen(listed).toEqual(['Caio Aurora: Suporte', 'Sofia Aurora: Suporte, Vendas'])
    await shown.getByLabel('Fila', { exact: true }).selectOption({ label: 'Vendas' })
    await shown.getByLabel('Buscar por nome ou e-mail').fill('nina@')
    await seen(listed).toEqual(['Nina Nova: Vendas'])
    await shown.getByLabel('Buscar por nome ou e-mail').fill('ninguém assim')
    await shown.getByText('Ninguém encontrado').waitFor()
    await admin.page.setViewportSize({ width: 390, height: 844 })
    await admin.page.screenshot({ path: join(pictures, 'users-by-queue-phone.png') })
    await admin.assertAccessible('users by queue on a telephone')
    await admin.page.setViewportSize({ width: 1440, height: 900 })
    await admin.page.keyboard.press('Escape')
    await shown.waitFor({ state: 'detached' })
  })

  test('a second factor that was lost is taken away, after a question', async () => {
    const [{ id }] = await node.database.owner<
      [{ id: string }]
    >`select id from core.user_account where tenant_id = ${node.a.id} and name = 'Nina Nova'`
    await node.database
      .owner`insert into core.second_factor (tenant_id, user_id, confirmed_at) values (${node.a.id}, ${id}, now())`
    await act('Nina Nova', 'Editar')
    const form = dialog('Editar Nina Nova')
    await form.getByRole('tab', { name: 'Acesso' }).click()
    await form.getByRole('button', { name: 'Remover a verificação' }).click()
    await admin.page.getByRole('alertdialog').getByRole('button', { name: 'Remover a verificação' }).click()
    await notices(admin.page).getByText('Verificação em duas etapas de Nina Nova removida').waitFor()
    expect(await node.database.owner`select 1 from core.second_factor where user_id = ${id}`).toHaveLength(0)
    expect(
      await node.database.owner`select 1 from core.audit_log where action = 'secondFactor.reset' and subject = ${id}`,
    ).toHaveLength(1)
    await admin.assertAccessible('second factor')
    await form.getByRole('button', { name: 'Cancelar' }).click()
  })

  test('S1-050 S2-076 S2-113 hours are set in the form and on their own page', async () => {
    await act('Nina Nova', 'Editar')
    const form = dialog('Editar Nina Nova')
    await form.getByRole('tab', { name: 'Horários' }).click()
    await form.getByLabel('Quando pode entrar').selectOption('scheduled')
    await form.getByText('Sem nenhum horário marcado').waitFor()
    const monday = form.getByRole('region', { name: 'Horário de acesso' }).getByRole('group', { name: 'Segunda-feira' })
    await monday.getByRole('checkbox', { name: 'Manhã' }).check()
    await monday.getByLabel('Segunda-feira, Manhã: fim').fill('07:00')
    await form.getByText('O fim precisa vir depois do início.').waitFor()
    await monday.getByLabel('Segunda-feira, Manhã: fim').fill('12:30')
    await monday.getByRole('button', { name: 'Copiar Segunda-feira para…' }).click()
    await admin.page.getByRole('menuitem', { name: 'Segunda a sexta' }).click()
    await admin.assertAccessible('hours of a user')
    await form.getByRole('button', { name: 'Salvar' }).click()
    await notices(admin.page).getByText('Nina Nova foi salvo.').waitFor()

    await goToSetting(admin.page, 'Horários')
    await admin.page.getByRole('button', { name: 'Escolher usuário' }).click()
    await dialog('Escolher usuário')
      .getByRole('button', { name: /Nina Nova/ })
      .click()
    const friday = admin.page
      .getByRole('region', { name: 'Horário de acesso' })
      .getByRole('group', { name: 'Sexta-feira' })
    await seen(() => friday.getByLabel('Sexta-feira, Manhã: fim').inputValue()).toBe('12:30')
    await admin.assertAccessible('hours')
  })

  test('roles are made of permissions and given', async () => {
    await goToSetting(admin.page, 'Perfis de acesso')
    await admin.page.getByRole('button', { name: 'Novo perfil' }).first().click()
    const form = dialog('Novo perfil')
    await form.getByLabel(/^Nome/).fill('Caixa')
    await form.getByLabel('Buscar permissão').fill('etiquetas')
    await form.getByRole('checkbox', { name: 'Criar e alterar etiquetas' }).check()
    await form.getByLabel('Buscar permissão').fill('')
    await form.getByRole('checkbox', { name: 'Ver colegas' }).check()
    await admin.assertAccessible('form of a role')
    await form.getByRole('button', { name: 'Salvar' }).click()
    await admin.page.getByText('2 permissões · ninguém usa').waitFor()
    await goToSetting(admin.page, 'Usuários')
    await act('Nina Nova', 'Editar')
    await dialog('Editar Nina Nova').getByLabel('Perfil').selectOption({ label: 'Caixa' })
    await dialog('Editar Nina Nova').getByRole('button', { name: 'Salvar' }).click()
    await line('Nina Nova').getByText('Caixa').waitFor()
  })

  test('built-in roles are read and copied', async () => {
    await goToSetting(admin.page, 'Perfis de acesso')
    await admin.page.getByRole('button', { name: 'Ver permissões de Supervisor' }).click()
    const read = dialog('Permissões de Supervisor')
    await read.getByRole('group', { name: 'Visões' }).waitFor()
    expect(await read.getByText('Criar, alterar e excluir usuários').count()).toBe(0)
    await assertFits(admin, 'a built-in role')
    await look(admin.page, 'role-read')
    await admin.page.keyboard.press('Escape')
    await admin.page.getByRole('button', { name: 'Duplicar o perfil Supervisor' }).click()
    const form = dialog('Novo perfil')
    await seen(() => form.getByLabel(/^Nome/).inputValue()).toBe('Supervisor (cópia)')
    expect(await form.getByRole('checkbox', { name: 'Criar e alterar etiquetas' }).isChecked()).toBe(true)
    await form.getByLabel(/^Nome/).fill('Coordenação')
    await form.getByRole('button', { name: 'Salvar' }).click()
    await admin.page.getByRole('heading', { name: 'Coordenação' }).waitFor()
    await look(admin.page, 'roles')
  })

  test('the settings are searched by words, with the keyboard alone', async () => {
    const field = admin.page.getByRole('searchbox', { name: 'Buscar nas configurações' })
    const results = admin.page.getByRole('search').getByRole('link')
    await admin.page.keyboard.press('Shift+F')
    await admin.page.keyboard.type('convidar')
    await seen(() => results.allInnerTexts()).toEqual(['Usuários\nPessoas'])
    await field.fill('fuso')
    await seen(() => results.first().innerText()).toBe('Fuso horário\nGeral')
    await admin.assertAccessible('search in the settings')
    await look(admin.page, 'settings-search')
    await field.focus()
    await admin.page.keyboard.press('ArrowDown')
    await admin.page.keyboard.press('Enter')
    await seen(() => admin.page.url()).toMatch(/configuracoes\/geral$/)
    await seen(() => admin.page.getByLabel('Fuso horário').evaluate((one) => one === document.activeElement)).toBe(true)
    await field.fill('whatsapp')
    await results.filter({ hasText: 'WhatsApp oficial (Meta)' }).first().waitFor()
    await field.fill('modelos')
    await results.filter({ hasText: 'Modelos de mensagem' }).first().waitFor()
    await field.fill('xyz')
    await admin.page.getByText('Nada encontrado para “xyz”').waitFor()
    await field.press('Escape')
    await seen(() => field.inputValue()).toBe('')
    await admin.page.getByRole('link', { name: 'Webhooks', exact: true }).waitFor()
  })

  test('at each width the keys alone find a setting, and make a user with role and queue', async () => {
    const { page } = admin
    const keys = new Keys(page)
    const field = page.getByRole('searchbox', { name: 'Buscar nas configurações' })
    await atWidths(page, async (width) => {
      await page.goto(`${node.base}/#/configuracoes`)
      await keys.write(field, 'convidar')
      const result = page.getByRole('search').getByRole('link', { name: /^Usuários/ })
      await result.waitFor()
      await assertFits(admin, 'a search in the settings', [width])
      await keys.press(result)
      await keys.press(page.getByRole('button', { name: 'Novo usuário' }).first())
      const form = dialog('Novo usuário')
      await keys.write(form.getByLabel(/^Nome/), `Pessoa ${width}`)
      await keys.write(form.getByLabel(/^E-mail/), `pessoa${width}@aurora.test`)
      await keys.to(form.getByLabel('Perfil'))
      await page.keyboard.type('Sup')
      await keys.tick(form.getByRole('checkbox', { name: 'Suporte' }))
      await keys.write(form.getByLabel(/^Senha/), 'Abelha4Verde')
      await assertFits(admin, 'the form of a user', [width])
      await keys.press(form.getByRole('button', { name: 'Salvar' }))
      await form.waitFor({ state: 'detached' })
      const made = page
        .getByRole('row')
        .or(page.getByRole('listitem'))
        .filter({ hasText: `Pessoa ${width}` })
      await made.getByText('Supervisor').first().waitFor()
      const menu = made.getByRole('button', { name: `Ações para Pessoa ${width}` })
      await keys.press(menu)
      await chooseByLetters(page, 'Editar')
      await dialog(`Editar Pessoa ${width}`).waitFor()
      await page.keyboard.press('Escape')
      await dialog(`Editar Pessoa ${width}`).waitFor({ state: 'detached' })
      await assertFits(admin, 'the list of users', [width])
    })
    await keys.to(field)
    await page.keyboard.press('Escape')
    await seen(() => field.inputValue()).toBe('')
  })

  test('S2-081 S2-082 groups are made by who may, and read by agents', async () => {
    await agent.page.getByText('Um supervisor ou administrador pode criar grupos.').waitFor()
    expect(await agent.page.getByRole('button', { name: 'Novo grupo' }).count()).toBe(0)
    await goToSetting(admin.page, 'Grupos')
    await admin.page.getByRole('button', { name: 'Novo grupo' }).first().click()
    const form = dialog('Novo grupo')
    await form.getByLabel(/^Nome/).fill('Plantão')
    await form.getByRole('button', { name: /Nina Nova/ }).click()
    await form.getByRole('button', { name: /Ugo Aurora/ }).click()
    await form
      .getByRole('heading', { name: '2 pessoas no grupo' })
      .or(form.getByText('2 pessoas no grupo'))
      .first()
      .waitFor()
    await admin.assertAccessible('form of a group')
    await form.getByRole('button', { name: 'Salvar' }).click()
    await admin.page.getByRole('listitem').filter({ hasText: 'Plantão' }).waitFor()
    await agent.page.reload()
    await agent.page.getByRole('listitem').filter({ hasText: 'Plantão' }).getByText('Nina Nova, Ugo Aurora').waitFor()
    await agent.assertAccessible('groups, read')
  })

  test('S5-024 a user who leaves is deleted once a colleague was chosen', async () => {
    await goToSetting(admin.page, 'Usuários')
    await act('Nina Nova', 'Excluir')
    const leaving = dialog('Excluir Nina Nova?')
    await leaving.getByText('Nenhum atendimento a transferir').waitFor()
    expect(await leaving.getByRole('button', { name: 'Excluir usuário' }).isDisabled()).toBe(true)
    await leaving.getByRole('button', { name: /Caio Aurora/ }).click()
    await leaving.getByText('Vai para Caio Aurora.').waitFor()
    await admin.assertAccessible('deleting a user')
    await leaving.getByRole('button', { name: 'Excluir usuário' }).click()
    await line('Nina Nova').waitFor({ state: 'detached' })
  })

  /** The address in the last of so many letters to somebody. */
  const linkTo = async (email: string, letters: number): Promise<string> => {
    await seen(() => post.taken.filter(({ to }) => to.includes(email)).length).toBe(letters)
    const raw = post.taken
      .findLast(({ to }) => to.includes(email))!
      .raw.replace(/=\r?\n/g, '')
      .replace(/=3D/g, '=')
    return /http:\/\/\S+\/#\/convite\?token=[\w-]+/.exec(raw)![0]
  }

  test('somebody is invited by e-mail with role and queue, chooses a password and works', async () => {
    await node.database.owner`update core.user_account set is_master = true where id = ${node.a.supervisor.id}`
    const master = await node.signIn(node.a.supervisor)
    await master.ok('PUT', '/global-settings', {
      smtpHost: '127.0.0.1',
      smtpPort: post.port,
      smtpSecurity: 'none',
      smtpUser: 'correio',
      smtpPassword: 'segredo',
      smtpFrom: 'correio@recado.test',
    })
    await admin.page.reload()
    const invite = async (name: string, email: string): Promise<void> => {
      await admin.page.getByRole('button', { name: 'Novo usuário' }).click()
      const form = dialog('Novo usuário')
      await form.getByLabel(/^Nome/).fill(name)
      await form.getByLabel(/^E-mail/).fill(email)
      await form.getByLabel('Perfil').selectOption({ label: 'Supervisor' })
      await form.getByRole('checkbox', { name: 'Suporte' }).check()
      expect(await form.getByRole('radio', { name: 'Convidar por e-mail' }).isChecked()).toBe(true)
      await form.getByText('Ela recebe um link válido por 7 dias').waitFor()
      expect(await form.getByLabel(/^Senha/).count()).toBe(0)
      await admin.assertAccessible('form of an invitation')
      await look(admin.page, `invite-${name.split(' ')[0]!.toLowerCase()}`)
      await form.getByRole('button', { name: 'Enviar convite' }).click()
      await notices(admin.page).getByText(`Convite enviado para ${email}.`).waitFor()
      await line(name).getByText('Convidado até').waitFor()
    }
    await invite('Clara Convidada', 'clara@aurora.test')
    const first = await linkTo('clara@aurora.test', 1)
    await act('Clara Convidada', 'Enviar convite de novo')
    const link = await linkTo('clara@aurora.test', 2)
    await admin.assertAccessible('list with an invitation')
    await look(admin.page, 'users-invited')

    const clara = await takeSeat(browser)
    clara.expects(/answered 4(10|04): POST .*\/auth\/invitation/, /status of 4(10|04)/)
    await clara.page.goto(first)
    await clara.page.getByText('Há um convite mais novo').waitFor()
    await clara.assertAccessible('a link that is worth nothing')
    await clara.page.goto('about:blank')
    await clara.page.goto(link)
    await clara.page.getByRole('heading', { name: /convidou você/ }).waitFor()
    await clara.page.getByText('clara@aurora.test').waitFor()
    const keys = new Keys(clara.page)
    const choosePassword = async (first: string, second: string): Promise<void> => {
      await keys.write(clara.page.getByLabel('Senha', { exact: true }), first)
      await keys.write(clara.page.getByLabel('Confirmar senha'), second)
      await keys.press(clara.page.getByRole('button', { name: 'Criar senha e entrar' }))
    }
    await choosePassword('Clara1234', 'Outra1234')
    await clara.page.getByText('As senhas precisam ser iguais.').waitFor()
    await assertFits(clara, 'accepting an invitation')
    await choosePassword('Abelha4Verde', 'Abelha4Verde')
    await navigation(clara.page).waitFor()
    await clara.leave()
    await admin.page.reload()
    await line('Clara Convidada').getByText('Ativo').waitFor()
    const late = await takeSeat(browser)
    late.expects(/answered 4(10|04): POST .*\/auth\/invitation/, /status of 4(10|04)/)
    await late.page.goto(link)
    await late.page.getByText('Este convite já foi aceito').waitFor()

    await invite('Davi Desistente', 'davi@aurora.test')
    const withdrawn = await linkTo('davi@aurora.test', 1)
    await act('Davi Desistente', 'Cancelar convite')
    const question = admin.page.getByRole('alertdialog')
    await admin.assertAccessible('withdrawing an invitation')
    await question.getByRole('button', { name: 'Cancelar convite' }).click()
    await line('Davi Desistente').waitFor({ state: 'detached' })
    await late.page.goto('about:blank')
    await late.page.goto(withdrawn)
    await late.page.getByText('Este convite foi cancelado').waitFor()
    await late.page.getByRole('button', { name: 'Ir para o login' }).click()
    await late.page.getByRole('heading', { name: 'Entre na sua conta' }).waitFor()
    await late.leave()
  })

  test('at each width the keys alone invite somebody by e-mail with role and queue, and once more', async () => {
    const { page } = admin
    const keys = new Keys(page)
    await goToSetting(page, 'Usuários')
    await atWidths(page, async (width) => {
      const [name, email] = [`Eva ${width}`, `eva${width}@aurora.test`]
      const letters = () => post.taken.filter(({ to }) => to.includes(email)).length
      await keys.press(page.getByRole('button', { name: 'Novo usuário' }).first())
      const form = dialog('Novo usuário')
      await keys.write(form.getByLabel(/^Nome/), name)
      await keys.write(form.getByLabel(/^E-mail/), email)
      await keys.to(form.getByLabel('Perfil'))
      await page.keyboard.type('Sup')
      await keys.tick(form.getByRole('checkbox', { name: 'Suporte' }))
      await form.getByText('Ela recebe um link válido por 7 dias').waitFor()
      await assertFits(admin, 'the form of an invitation', [width])
      await keys.press(form.getByRole('button', { name: 'Enviar convite' }))
      await form.waitFor({ state: 'detached' })
      const invited = page.getByRole('row').or(page.getByRole('listitem')).filter({ hasText: name })
      await invited.getByText('Convidado até').first().waitFor()
      await invited.getByText('Supervisor').first().waitFor()
      await seen(letters).toBe(1)
      await keys.press(invited.getByRole('button', { name: `Ações para ${name}` }))
      await chooseByLetters(page, 'Enviar convite de novo')
      await seen(letters).toBe(2)
      await assertFits(admin, 'the list with an invitation', [width])
    })
  })

  test('at each width the keys alone accept an invitation, from the letter to the first screen', async () => {
    const eva = await takeSeat(browser)
    const { page } = eva
    const keys = new Keys(page)
    await atWidths(page, async (width) => {
      await page.goto('about:blank')
      await eva.context.clearCookies()
      await page.goto(await linkTo(`eva${width}@aurora.test`, 2))
      await page.getByRole('heading', { name: /convidou você/ }).waitFor()
      await assertFits(eva, 'an invitation', [width])
      const [first, second] = [page.getByLabel('Senha', { exact: true }), page.getByLabel('Confirmar senha')]
      const submit = page.getByRole('button', { name: 'Criar senha e entrar' })
      await keys.write(first, 'curta')
      await keys.write(second, 'curta')
      await keys.press(submit)
      // What is wrong is said at its field, where the keys are then.
      await seen(() => first.getAttribute('aria-invalid')).toBe('true')
      await seen(() => keys.on(first)).toBe(true)
      await assertFits(eva, 'an invitation with a short password', [width])
      await keys.write(first, 'Abelha4Verde')
      await keys.write(second, 'Abelha4Verde')
      await keys.press(submit)
      await navigation(page).waitFor()
      await assertFits(eva, 'the first screen of an invited person', [width])
      await page.evaluate(() => localStorage.clear())
    })
    eva.assertClean()
    await eva.leave()
    await admin.page.reload()
    for (const width of [1440, 1024, 390]) await line(`Eva ${width}`).getByText('Ativo').waitFor()
  })

  test('nothing was complained about', () => {
    admin.assertClean()
    agent.assertClean()
  })
})
