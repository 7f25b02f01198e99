CREATE TABLE "review_request_templates" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"name" text NOT NULL,
	"subject" text DEFAULT '' NOT NULL,
	"content" text NOT NULL,
	"sources" uuid[] DEFAULT '{}'::uuid[] NOT NULL,
	"custom" jsonb,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "review_request_templates_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "review_request_templates" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "review_request_campaigns" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"name" text NOT NULL,
	"channel" text NOT NULL,
	"subject" text DEFAULT '' NOT NULL,
	"content" text DEFAULT '' NOT NULL,
	"topic" text NOT NULL,
	"audience" jsonb,
	"targets" jsonb NOT NULL,
	"follow_up" boolean DEFAULT false NOT NULL,
	"is_single" boolean DEFAULT false NOT NULL,
	"state" text NOT NULL,
	"scheduled_for" timestamp with time zone,
	"local_time" text,
	"started_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	"made_by" uuid,
	"problem" text,
	"split_decided_at" timestamp with time zone,
	"winner" text,
	"split" jsonb,
	"code" text,
	"opened" integer DEFAULT 0 NOT NULL,
	"clicks" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "review_request_campaigns_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "review_request_campaigns" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "review_requests" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"campaign_id" uuid NOT NULL,
	"address" text NOT NULL,
	"person_id" uuid,
	"name" text DEFAULT '' NOT NULL,
	"message_id" uuid,
	"arm" text,
	"first_name" text DEFAULT '' NOT NULL,
	"last_name" text DEFAULT '' NOT NULL,
	"channel" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"skip_reason" text,
	"token_digest" text,
	"earlier_digest" text,
	"sent_count" integer DEFAULT 0 NOT NULL,
	"sent_at" timestamp with time zone,
	"last_sent_at" timestamp with time zone,
	"followed_up_at" timestamp with time zone,
	"clicked_at" timestamp with time zone,
	"reviewed_at" timestamp with time zone,
	"confirmed_by" uuid,
	"review_id" uuid,
	CONSTRAINT "review_requests_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "review_requests" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "review_sources" ADD COLUMN "review_url" text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX "review_request_templates_list" ON "review_request_templates" ("client_id","name") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "review_request_campaigns_newest" ON "review_request_campaigns" ("client_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "review_request_campaigns_code" ON "review_request_campaigns" ("code") WHERE code is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "review_requests_once" ON "review_requests" ("client_id","campaign_id","address");--> statement-breakpoint
CREATE UNIQUE INDEX "review_requests_token" ON "review_requests" ("token_digest") WHERE token_digest is not null;--> statement-breakpoint
CREATE INDEX "review_requests_earlier" ON "review_requests" ("earlier_digest") WHERE earlier_digest is not null;--> statement-breakpoint
CREATE INDEX "review_requests_waiting" ON "review_requests" ("client_id","campaign_id","id") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "review_requests_newest" ON "review_requests" ("client_id","sent_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "review_requests_person" ON "review_requests" ("client_id","person_id");--> statement-breakpoint
CREATE INDEX "review_requests_address" ON "review_requests" ("client_id","address");--> statement-breakpoint
CREATE INDEX "review_requests_open" ON "review_requests" ("client_id","last_sent_at") WHERE state = 'written' and clicked_at is null and followed_up_at is null;--> statement-breakpoint
ALTER TABLE "review_requests" ADD CONSTRAINT "review_requests_campaign" FOREIGN KEY ("client_id","campaign_id") REFERENCES "review_request_campaigns"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
CREATE POLICY "review_request_templates_client" ON "review_request_templates" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "review_request_templates_platform" ON "review_request_templates" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "review_request_campaigns_client" ON "review_request_campaigns" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "review_request_campaigns_platform" ON "review_request_campaigns" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "review_requests_client" ON "review_requests" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "review_requests_platform" ON "review_requests" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);