import { defineModule } from '#kernel/modules.ts'

export default defineModule({
  name: 'qr-codes',
  routes: [{ path: 'qr-codes', file: 'screens/qr-codes.tsx', frame: 'app' }],
  navigation: [
    {
      label: 'QR Codes',
      path: '/qr-codes',
      group: 'Outreach',
      order: 45,
      icon: 'IconQrcode',
      permission: 'content.read',
    },
  ],
  actions: [{ label: 'New QR code', path: '/qr-codes', order: 32, icon: 'IconQrcode', permission: 'content.write' }],
  statuses: { qrCode: { active: 'green', paused: 'yellow', expired: 'grey', archived: 'grey' } },
  topics: { qrCodes: 'content.read' },
  sampleIds: {
    'qr-codes?tab=campaigns&code=:id': { list: '/qr-codes?limit=1' },
  },
})
