import { implementPlugin } from '@recado/sdk'
import { drizzleOn } from '@recado/sdk/server'
import { beEditor, leaveEditor } from './flows/editors.ts'
import { readFigures } from './flows/figures.ts'
import {
  activate,
  choices,
  create,
  duplicate,
  erase,
  exportDraft,
  list,
  offer,
  publishDraft,
  read,
  saveDraft,
  templates,
  update,
  version,
  versions,
} from './flows/handlers.ts'
import { heldMedia, readFile, upload } from './flows/media.ts'
import { conversations, preview, replay } from './flows/rehearsals.ts'
import { importFile } from './imports/handlers.ts'
import { plugin } from './plugin.ts'
import { forgetBots } from './runs/bot.ts'
import { on } from './runs/event-handlers.ts'
import { sweep, timer, work } from './runs/job-handlers.ts'
import { respond } from './runs/respond.ts'
import { answersOf, eraseAbout } from './runs/run-store.ts'
import { createStep, readSteps, removeStep, updateStep } from './steps/handlers.ts'

export default implementPlugin(plugin, {
  routes: {
    list,
    create,
    read,
    update,
    saveDraft,
    beEditor,
    leaveEditor,
    publish: publishDraft,
    versions,
    version,
    activate,
    remove: erase,
    duplicate,
    export: exportDraft,
    import: importFile,
    figures: readFigures,
    upload,
    file: readFile,
    preview,
    replay,
    conversations,
    offer,
    templates,
    choices,
    steps: readSteps,
    createStep,
    updateStep,
    removeStep,
  },
  responders: { main: respond },
  on,
  jobs: { timer, work, sweep: (_data, ctx) => sweep(ctx) },
  lifecycle: {
    async forget(ctx, _contact, { contacts }) {
      await forgetBots(ctx, await ctx.db.transaction((tx) => eraseAbout(drizzleOn(tx), ctx.tenant, contacts)))
    },
    export: async ({ db, tenant }, _contact, { contacts }) => {
      const rows = await db.transaction((tx) => answersOf(drizzleOn(tx), tenant, contacts))
      const answers = rows.map(({ ticketId, state }) => ({ ticketId, answers: state.variables }))
      return answers.length === 0 ? undefined : { flows: answers }
    },
    holdsMedia: heldMedia,
  },
})
