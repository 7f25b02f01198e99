import { z } from 'zod'
import { day, moment } from '#clients/rules/dates.ts'
import {
  ById,
  external,
  Flag,
  Id,
  Instant,
  line,
  member,
  Nothing,
  Page,
  pageOf,
  prose,
  resource,
  Version,
} from '#kernel/contract.ts'
import {
  cornerStyles,
  corrections,
  dotStyles,
  LOGO_BYTES,
  margins,
  plainDesign,
  sizes,
} from '#links/drawing/rules/design.ts'
import { qrTypes } from '#links/drawing/rules/payload.ts'
import { Content, WebAddress } from './rules/content.ts'
import { formats, modes, states } from './rules/states.ts'

const Count = z.number().int()
const Color = z.string().regex(/^#[\da-f]{6}$/i, 'Please choose a color')
const name = line(120).pipe(z.string().min(1, 'Please enter a name'))
const folder = line(60)

export const Design = z.object({
  size: Count.min(sizes.from).max(sizes.to).default(plainDesign.size),
  errorCorrection: z.enum(corrections).default(plainDesign.errorCorrection),
  foreground: Color.default(plainDesign.foreground),
  background: Color.default(plainDesign.background),
  logo: z
    .string()
    .regex(/^data:image\/(png|jpeg|svg\+xml);base64,[A-Za-z0-9+/]+={0,2}$/, 'The logo must be a PNG, JPG or SVG file')
    .max(Math.ceil((LOGO_BYTES * 4) / 3) + 100, 'The logo may have at most 1 MB')
    .nullable()
    .default(null),
  logoSize: Count.min(10).max(sizes.to).default(plainDesign.logoSize),
  cornerStyle: z.enum(cornerStyles).default(plainDesign.cornerStyle),
  dotStyle: z.enum(dotStyles).default(plainDesign.dotStyle),
  margin: Count.min(margins.from).max(margins.to).default(plainDesign.margin),
})
export type Design = z.infer<typeof Design>

/** A week of a bulletin: from the start of that day of the church, the code leads there. */
export const Week = z.object({ from: day(), target: WebAddress, label: line(100).default('') })
export type Week = z.infer<typeof Week>

const Scans = z.object({
  total: Count,
  unique: Count,
  /** Of the last seven days, oldest first. */
  week: z.array(Count),
  conversions: Count,
  lastAt: Instant.nullable(),
})

export const QrCodeRow = z.object({
  id: Id,
  name: z.string(),
  type: z.enum(qrTypes),
  mode: z.enum(modes),
  status: z.enum(states),
  folder: z.string(),
  /** Where a tracked code leads now; empty for static ones. */
  target: z.string(),
  scans: Scans,
  placements: Count,
  createdAt: Instant,
  version: Version,
})
export type QrCodeRow = z.infer<typeof QrCodeRow>

export const QrCode = QrCodeRow.extend({
  content: Content,
  design: Design,
  /** What the code says. */
  payload: z.string(),
  /** Why phones can't read it; empty: they can. */
  problem: z.string(),
  warnings: z.array(z.string()),
  expiresAt: Instant.nullable(),
  fallback: z.string(),
  schedule: z.array(Week),
})
export type QrCode = z.infer<typeof QrCode>

export const NewQrCode = z.object({
  /** Empty: made from what it says. */
  name: line(120).default(''),
  content: Content,
  mode: z.enum(modes).default('static'),
  design: Design.default(Design.parse({})),
  folder: folder.default(''),
})
export type NewQrCode = z.infer<typeof NewQrCode>

export const ChangedQrCode = z.object({
  id: Id,
  version: Version,
  name: name.optional(),
  folder: folder.optional(),
  expiresAt: moment().nullable().optional(),
  /** What people read while the code is paused or expired. */
  fallback: prose(300).optional(),
  schedule: z.array(Week).max(200, 'At most 200 weeks').optional(),
})
export type ChangedQrCode = z.infer<typeof ChangedQrCode>

export const qrSorts = ['-createdAt', 'createdAt', 'name', '-name'] as const
export const QrCodeFilter = Page.extend({
  search: line(200).optional(),
  type: z.enum(qrTypes).optional(),
  mode: z.enum(modes).optional(),
  status: z.enum(states).optional(),
  folder: folder.optional(),
  deleted: Flag.optional(),
  sort: z.enum(qrSorts).default('-createdAt'),
})
export type QrCodeFilter = z.infer<typeof QrCodeFilter>

export const FiguresRange = z
  .object({ code: Id.optional(), from: day(), to: day() })
  .refine(({ from, to }) => from <= to && Date.parse(to) - Date.parse(from) <= 366 * 5 * 86_400_000, {
    path: ['to'],
    message: 'Please choose at most five years, the first day before the last',
  })
const Share = z.object({ key: z.string(), clicks: Count })
export const Figures = z.object({
  clicks: Count,
  unique: Count,
  machines: Count,
  conversions: Count,
  days: z.array(z.object({ day: z.string(), clicks: Count, unique: Count })),
  countries: z.array(Share),
  devices: z.array(Share),
  systems: z.array(Share),
  browsers: z.array(Share),
  hours: z.array(z.array(Count)),
  /** Codes and their placements. */
  places: z.array(z.object({ id: Id, name: z.string(), clicks: Count, unique: Count, conversions: Count })),
})
export type Figures = z.infer<typeof Figures>

const Draft = z.object({ content: Content, mode: z.enum(modes), design: Design })
const Row = NewQrCode.pick({ name: true, content: true, folder: true })

export const qrCodes = resource(
  '/qr-codes',
  {
    list: member('content.read')
      .input(QrCodeFilter)
      .output(pageOf(QrCodeRow).extend({ total: Count })),
    get: member('content.read').input(ById).output(QrCode),
    create: external.member('content.write').input(NewQrCode).output(QrCode),
    /** Tracked codes to web addresses, all with the same design. */
    createMany: member('content.write')
      .input(z.object({ rows: z.array(Row).min(1).max(100), design: Design.default(Design.parse({})) }))
      .output(z.object({ ids: z.array(Id) })),
    update: member('content.write').input(ChangedQrCode).output(QrCode),
    retarget: member('content.write')
      .input(z.object({ id: Id, version: Version, target: WebAddress }))
      .output(QrCode),
    pause: member('content.write').input(ById).output(QrCode),
    resume: member('content.write').input(ById).output(QrCode),
    archive: member('content.write').input(ById).output(QrCode),
    duplicate: member('content.write').input(ById).output(QrCode),
    remove: member('content.write').input(ById).output(Nothing),
    restore: member('content.write').input(ById).output(QrCode),
    history: member('content.read')
      .input(ById)
      .output(
        z.object({
          items: z.array(
            z.object({ id: Id, from: z.string(), to: z.string(), by: z.string().nullable(), at: Instant }),
          ),
        }),
      ),
    folders: member('content.read')
      .input(Nothing)
      .output(z.object({ items: z.array(z.string()) })),
    totals: member('content.read')
      .input(Nothing)
      .output(z.object({ codes: Count, scans: Count, active: Count })),
    figures: member('content.read').input(FiguresRange).output(Figures),
    /** Why phones could not read it; empty: they can. */
    check: external
      .member('content.read')
      .input(Draft)
      .output(z.object({ problem: z.string() })),
    /** The drawing as a file; `placement` one of its placements. */
    file: external
      .member('content.read')
      .input(z.object({ id: Id, placement: Id.optional(), format: z.enum(formats), anyway: Flag.optional() }))
      .output(z.object({ name: z.string(), type: z.string(), base64: z.string() })),
    placements: member('content.read')
      .input(ById)
      .output(z.object({ items: z.array(z.object({ id: Id, name: z.string(), payload: z.string(), scans: Scans })) })),
    place: member('content.write')
      .input(z.object({ id: Id, name }))
      .output(z.object({ placement: Id })),
  },
  {
    list: 'List QR codes',
    get: 'Get a QR code',
    create: 'Create a QR code',
    createMany: 'Create up to 100 tracked QR codes',
    update: 'Update a QR code',
    retarget: 'Change where a tracked QR code leads',
    pause: 'Pause a QR code',
    resume: 'Resume a paused or archived QR code',
    archive: 'Archive a QR code',
    duplicate: 'Duplicate a QR code',
    remove: 'Delete a QR code',
    restore: 'Restore a deleted QR code',
    history: 'List former targets of a QR code',
    folders: 'List folders of QR codes',
    totals: 'Get totals of QR codes',
    figures: 'Get scan figures of QR codes',
    check: 'Check whether a QR code can be read',
    file: 'Download a QR code as PNG, SVG or PDF',
    placements: 'List placements of a QR code',
    place: 'Add a placement to a QR code',
  },
  ['history', 'folders', 'totals', 'figures', 'file', 'placements'],
)
