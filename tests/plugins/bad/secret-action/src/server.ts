import * as z from 'zod'
import { plugin } from '../../../minimal.ts'

const send = { input: z.object({ pin: z.string().meta({ secret: true }) }) }
export default plugin('secret-action', { actions: { send } }, { actions: { send: () => Promise.resolve() } })
