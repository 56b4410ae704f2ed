import { plugin } from '../../../minimal.ts'

export default plugin('throws-in-load', {}, { lifecycle: { load: () => Promise.reject('refused with a string') } })
