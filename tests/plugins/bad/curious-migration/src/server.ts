import { plugin } from '../../../minimal.ts'

export default plugin('curious-migration')
