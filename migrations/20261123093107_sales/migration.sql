CREATE TABLE "sales" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"module" text NOT NULL,
	"ref_id" uuid NOT NULL,
	"currency" text NOT NULL,
	"lines" jsonb NOT NULL,
	"taxes" jsonb NOT NULL,
	"tax" bigint NOT NULL,
	"total" bigint NOT NULL,
	"state" text DEFAULT 'unpaid' NOT NULL,
	"refunded" bigint DEFAULT 0 NOT NULL,
	"paid_at" timestamp with time zone,
	"booked" bigint DEFAULT 0 NOT NULL,
	"postings" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "sales_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "sales" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "appointments" ADD COLUMN "pay_by" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "appointments" ADD COLUMN "refund_hours" integer;--> statement-breakpoint
ALTER TABLE "appointments" ADD COLUMN "keeps_payment" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "calendar_types" ADD COLUMN "charge" text DEFAULT 'later' NOT NULL;--> statement-breakpoint
ALTER TABLE "calendar_types" ADD COLUMN "deposit" bigint;--> statement-breakpoint
ALTER TABLE "calendar_types" ADD COLUMN "refunds" text DEFAULT 'full' NOT NULL;--> statement-breakpoint
ALTER TABLE "calendar_types" ADD COLUMN "refund_hours" integer DEFAULT 24 NOT NULL;--> statement-breakpoint
ALTER TABLE "form_submissions" ADD COLUMN "held_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "form_submissions" ADD COLUMN "next_url" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "sales_ref" ON "sales" ("client_id","module","ref_id");--> statement-breakpoint
CREATE POLICY "sales_client" ON "sales" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "sales_platform" ON "sales" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);