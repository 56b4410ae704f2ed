import type { BoundRoute } from '../http/route.ts'
import { disabledNotices } from '../webhooks/disabled-notice.ts'
import { PluginWebhooks } from '../webhooks/plugin-webhooks.ts'
import { WebhookDeliveries } from '../webhooks/webhook-deliveries.service.ts'
import { WebhookIntake } from '../webhooks/webhook-intake.ts'
import { WebhookRunner } from '../webhooks/webhook-runner.ts'
import { WebhookSender } from '../webhooks/webhook-sender.ts'
import { webhookRoutes } from '../webhooks/webhooks.routes.ts'
import { WebhooksService } from '../webhooks/webhooks.service.ts'
import type { Making } from './app-options.ts'
import {
  BUS,
  CLOCK,
  DATABASE,
  EGRESS,
  MAILER,
  PLUGIN_WEBHOOKS,
  VAULT,
  WEBHOOK_INTAKE,
  WEBHOOK_RUNNER,
  WEBHOOK_SENDER,
} from './tokens.ts'

/** What companies tell other systems. */
export function makeWebhooks({ once, get, options, nodes }: Making): void {
  const db = get(DATABASE)
  const bus = get(BUS)
  once(WEBHOOK_INTAKE, () => new WebhookIntake({ db, bus, clock: get(CLOCK) }))
  once(WEBHOOK_SENDER, () => new WebhookSender({ egress: get(EGRESS), clock: get(CLOCK), version: options.version }))
  once(
    PLUGIN_WEBHOOKS,
    () => new PluginWebhooks({ db, bus, vault: get(VAULT), egress: get(EGRESS), clock: get(CLOCK) }),
  )
  once(
    WEBHOOK_RUNNER,
    () =>
      new WebhookRunner({
        db,
        bus,
        vault: get(VAULT),
        sender: get(WEBHOOK_SENDER),
        notices: disabledNotices(get(MAILER), get(CLOCK)),
        clock: get(CLOCK),
        node: nodes.name,
        log: options.log,
      }),
  )
}

/** The calls of administrators about endpoints. */
export function webhookCalls({ get }: Making): readonly BoundRoute[] {
  const shared = { db: get(DATABASE), bus: get(BUS), clock: get(CLOCK) }
  return webhookRoutes({
    webhooks: new WebhooksService({
      ...shared,
      vault: get(VAULT),
      egress: get(EGRESS),
      sender: get(WEBHOOK_SENDER),
      notices: disabledNotices(get(MAILER), get(CLOCK)),
    }),
    deliveries: new WebhookDeliveries(shared),
  })
}
