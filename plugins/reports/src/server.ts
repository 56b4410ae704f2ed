import { implementPlugin } from '@recado/sdk'
import { answerFigures } from './figures/handlers.ts'
import { plugin } from './plugin.ts'

export default implementPlugin(plugin, {
  routes: { figures: (request, context) => answerFigures(context, request.body.questions) },
})
