import { implementPlugin } from '@recado/sdk'
import { ticketUpdated } from './channel/attendance.ts'
import { publicConfig } from './channel/config.ts'
import { webchatChannel } from './channel/session.ts'
import { plugin } from './plugin.ts'
import { exportContact, forgetContact } from './visitor/forget.ts'
import { readHistory, reportRead, reportTyping, sendAttachment, sendMessage } from './widget-routes/conversation.ts'
import { serveDemo } from './widget-routes/demo.ts'
import { streamEvents } from './widget-routes/events.ts'
import { serveFrame } from './widget-routes/frame.ts'
import { serveLoader } from './widget-routes/loader.ts'
import { servePreview } from './widget-routes/preview.ts'
import { openSession, solveSlider } from './widget-routes/session.ts'

export default implementPlugin(plugin, {
  channels: { webchat: webchatChannel },
  routes: {
    config: (_request, ctx) => publicConfig(ctx.connection.config),
    frame: serveFrame,
    session: openSession,
    slider: (_request, ctx) => ctx.captcha.challenge(),
    solveSlider,
    events: streamEvents,
    history: readHistory,
    message: sendMessage,
    attachment: sendAttachment,
    typing: reportTyping,
    read: reportRead,
    loader: serveLoader,
    demo: serveDemo,
    preview: servePreview,
  },
  on: { ticketUpdated },
  jobs: {},
  lifecycle: {
    forget: (ctx, _contact, footprint) => forgetContact(ctx, footprint),
    export: (ctx, _contact, footprint) => exportContact(ctx, footprint),
  },
})
