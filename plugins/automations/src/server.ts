import { implementPlugin } from '@recado/sdk'
import { actionCode } from './actions/action-code.ts'
import { conditionCode } from './conditions/condition-code.ts'
import { plugin } from './plugin.ts'
import {
  arrange,
  change,
  create,
  erase,
  readList,
  readOffer,
  makeWebhookSecret,
  readWebhookSecret,
  revive,
  turn,
} from './rules/handlers.ts'
import { on } from './runs/event-handlers.ts'
import { readFirings } from './runs/handlers.ts'
import { sweep } from './runs/sweep.ts'
import { simulate } from './simulation/handlers.ts'

export default implementPlugin(plugin, {
  routes: {
    list: readList,
    offer: readOffer,
    webhookSecret: readWebhookSecret,
    makeWebhookSecret,
    create,
    update: change,
    switch: turn,
    remove: erase,
    arrange,
    simulate,
    firings: readFirings,
  },
  on,
  conditions: conditionCode,
  actions: actionCode,
  jobs: { sweep: (_data, ctx) => sweep(ctx) },
  lifecycle: { enable: revive },
})
