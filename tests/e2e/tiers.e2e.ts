import { join } from 'node:path'
import { tiers } from '@recado/contracts'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestApp } from '../harness/app.ts'
import { launch, openBrowser, pictureFailures, pictures, productForTests, signIn, takeSeat } from './browser.ts'

/** Screens that exist and ask for a tier, with what stands there for a company that has it. */
const gated = [
  ['/notas', 'Notas', 'plus', 'Plus'],
  ['/chat-interno', 'Chat interno', 'plus', 'Plus'],
  ['/configuracoes/grupos', 'Grupos', 'plus', 'Plus'],
  ['/configuracoes/templates', 'Modelos de mensagem', 'plus', 'Plus'],
  ['/configuracoes/api', 'API', 'plus', 'Plus'],
  ['/configuracoes/typebotapi', 'Robôs', 'plus', 'Plus'],
  ['/configuracoes/importacao-zpro', 'Importação de outros sistemas', 'premium', 'Premium'],
] as const
/** A screen that the product knows a tier for and does not have, and one of a plugin that nobody has switched on. */
const absent = [
  ['/kanban', 'Página não encontrada'],
  ['/configuracoes/prompt', 'Este recurso está desativado'],
] as const

describe.skipIf(!launch)('a company of each tier', () => {
  let node: TestApp, browser: Browser

  beforeAll(async () => {
    node = await productForTests()
    browser = await openBrowser()
  })
  afterAll(async () => {
    await browser?.close()
    await node?.close()
  })
  pictureFailures()

  test.each(tiers)(
    'S5-031 S9-087 S9-088 S9-089 S9-090 S9-091 S9-092 S9-098 %s opens what it includes, offers what exists beyond',
    async (tier) => {
      await node.database.owner`update core.tenant set tier = ${tier} where id = ${node.b.id}`
      await node.restart()
      const seat = await takeSeat(browser)
      const { page } = seat
      const go = (path: string): Promise<unknown> => page.goto(`${node.base}/#${path}`)
      await signIn(seat, node.base, node.b.admin)
      const offer = page.getByRole('heading', { name: /^Este recurso faz parte do plano/ })
      for (const [path, heading, lowest, plan] of gated) {
        const isIncluded = tiers.indexOf(tier) >= tiers.indexOf(lowest)
        await go(path)
        await (isIncluded ? page.getByRole('heading', { name: heading }).first() : offer).waitFor()
        expect(await offer.count(), path).toBe(isIncluded ? 0 : 1)
        if (!isIncluded) expect(await offer.innerText()).toBe(`Este recurso faz parte do plano ${plan}`)
      }
      for (const [place, [path, heading]] of absent.entries()) {
        await go(path)
        await page.getByRole('heading', { name: heading }).waitFor()
        expect(await offer.count(), path).toBe(0)
        if (place > 0) continue
        await seat.assertAccessible('a page that does not exist')
        await page.screenshot({ path: join(pictures, `tiers-${tier}-kanban.png`) })
        await page.setViewportSize({ width: 390, height: 844 })
        await page.screenshot({ path: join(pictures, `tiers-${tier}-kanban-phone.png`) })
        await page.setViewportSize({ width: 1440, height: 900 })
      }
      await go(absent[0][0])
      await page.getByRole('button', { name: 'Ir para o início' }).click()
      await page.waitForURL(/#\/home$/)
      seat.assertClean()
      await seat.leave()
    },
  )
})
