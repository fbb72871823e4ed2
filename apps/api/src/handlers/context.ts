import type { Config } from '../config/config.ts'
import type { Relay } from '../jobs/relay.ts'
import type { BodyFaultsWith, HandlersWith, KeyRequestContext, NavigationRequestContext } from '../http/context.ts'
import type { PublishedDocuments } from '../http/published-document.ts'
import type { SignInLimit } from '../modules/auth/sign-in-limit.ts'
import type { SingleSignOn } from '../modules/auth/single-sign-on.ts'
import type { CampaignLinks } from '../modules/campaigns/known-links.ts'
import type { recentScans } from '../modules/campaigns/recent-scans.ts'
import type { ScanCounts } from '../modules/campaigns/scan-counts.ts'
import type { EntityManager } from '../entities/database.ts'
import type { Arrivals } from '../modules/announcements/arrivals.ts'
import type { LiveStreams } from '../modules/live/live-streams.ts'
import type { AccessLog } from '../modules/privacy/access-log.ts'
import type { SendPiece } from '../modules/pieces/send-piece.service.ts'
import type { FileStore } from '../modules/print/files/file-store.ts'
import type { PrintLimits } from '../modules/print/print-limits.ts'
import type { FinishedProofs } from '../modules/print/proofs/finished-proofs.ts'
import type { Renderers } from '../modules/print/renderers/remembered-renderers.ts'

/** The services passed to every handler, in addition to its input and the request's context. */
export interface Services {
  /** Forked for this request, with an identity map of its own. */
  em: EntityManager
  config: Config
  /** The contract of the routes that this server has. */
  documents: PublishedDocuments
  /** Announces stored records to staff who have a list open. */
  arrivals: Arrivals
  /** Remembers who read personal data. */
  accessLog: AccessLog
  streams: LiveStreams
  /** The short links of printed pieces. */
  campaignLinks: CampaignLinks
  /** Counts who follows them. */
  scans: ScanCounts
  /** False when the same browser followed the same link a moment ago. */
  isNewScan: ReturnType<typeof recentScans>
  signInLimit: SignInLimit
  /** The provider that staff sign in at. Undefined when they sign in here, with a password. */
  singleSignOn: SingleSignOn | undefined
  /** Print files, their pictures, and uploaded images. */
  files: FileStore
  /** Print API limits for each network. */
  printLimits: PrintLimits
  /** The renderers that could print a proof at the moment. */
  findRenderers: () => Promise<Renderers>
  finishedProofs: FinishedProofs
  /** Queues new proofs when it is woken. */
  proofRelay: Relay
  /** Sends pieces with the key of an account. */
  sendPiece: SendPiece
}

/** Each file has some of the operations. `handlers.ts` joins them: a missing one does not compile there. */
export type Handlers = Partial<AllHandlers>
export type KeyContext = KeyRequestContext & Services
export type BodyFaults = BodyFaultsWith<Services>
export type NavigationContext = NavigationRequestContext & Services
export type AllHandlers = HandlersWith<Services>
