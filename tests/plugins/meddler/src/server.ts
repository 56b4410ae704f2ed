import { keeping } from '../../keeping.ts'

export default keeping('meddler')
