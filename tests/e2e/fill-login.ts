import type { Page } from 'playwright-core'

/** Signs in on the login page, by a password and the slider. */
export async function fillLogin(page: Page, account: string, secret: string): Promise<void> {
  await page.getByLabel('E-mail ou telefone').fill(account)
  await page.getByLabel('Senha', { exact: true }).fill(secret)
  await page.getByRole('slider', { name: 'Verificação de segurança' }).press('End')
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
}
