import { plugin } from '../../../minimal.ts'

export default plugin('hangs-in-load', {}, { lifecycle: { load: () => new Promise(() => undefined) } })
