CREATE TABLE "call_compliance" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"respect_dnc" boolean NOT NULL,
	"require_opt_in" boolean NOT NULL,
	"include_opt_out" boolean NOT NULL,
	"from_time" text NOT NULL,
	"until_time" text NOT NULL,
	"days" integer[] NOT NULL,
	"holidays" boolean NOT NULL,
	"closed_on" date[] NOT NULL,
	"by_state" boolean NOT NULL,
	"cap" integer NOT NULL,
	"cap_days" integer NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	CONSTRAINT "call_compliance_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "call_compliance" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "dnc_files" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"name" text NOT NULL,
	"san" text NOT NULL,
	"as_of" date NOT NULL,
	"numbers" integer DEFAULT 0 NOT NULL,
	"loaded_by" uuid,
	CONSTRAINT "dnc_files_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "dnc_files" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "dnc_numbers" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"number" text NOT NULL,
	CONSTRAINT "dnc_numbers_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "dnc_numbers" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "closures" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"cause" text NOT NULL,
	"message" text NOT NULL,
	"audience" jsonb NOT NULL,
	"until" timestamp with time zone NOT NULL,
	"made_by" uuid,
	"ended_at" timestamp with time zone,
	CONSTRAINT "closures_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "closures" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "review_authorizations" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"state_hash" text NOT NULL,
	"sealed_secret" text NOT NULL,
	"user_id" uuid NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	CONSTRAINT "review_authorizations_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "review_authorizations" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "review_connections" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"sealed_token" text NOT NULL,
	"created_by" uuid,
	CONSTRAINT "review_connections_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "review_connections" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "testimonies" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"person_id" uuid NOT NULL,
	"content" text NOT NULL,
	"name_shown" text NOT NULL,
	"state" text DEFAULT 'draft' NOT NULL,
	"consent_words" text DEFAULT '' NOT NULL,
	"consent_on" date,
	"consent_how" text,
	"expires_on" date NOT NULL,
	"approved_by" uuid,
	"published_at" timestamp with time zone,
	"withdrawn_at" timestamp with time zone,
	CONSTRAINT "testimonies_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "testimonies" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "robocall_attempts" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"message_id" uuid NOT NULL,
	"campaign_id" uuid,
	"is_test" boolean DEFAULT false NOT NULL,
	"recipient_id" uuid,
	"script_id" uuid,
	"person_id" uuid,
	"number" text NOT NULL,
	"caller_number" text NOT NULL,
	"attempt" integer DEFAULT 1 NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"call_sid" text,
	"carrier_state" text,
	"answered_by" text,
	"answered_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"result" text,
	"keys" text DEFAULT '' NOT NULL,
	"duration" integer,
	"price" bigint,
	"currency" text,
	"said" text,
	"proof" jsonb NOT NULL,
	CONSTRAINT "robocall_attempts_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "robocall_attempts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "robocall_campaigns" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"name" text NOT NULL,
	"purpose" text NOT NULL,
	"topic" text DEFAULT '' NOT NULL,
	"audience" jsonb NOT NULL,
	"script_id" uuid,
	"content" text DEFAULT '' NOT NULL,
	"voicemail" text DEFAULT '' NOT NULL,
	"language" text DEFAULT 'en-US' NOT NULL,
	"voice" text DEFAULT '' NOT NULL,
	"recording_id" uuid,
	"event" text DEFAULT '' NOT NULL,
	"on_date" text DEFAULT '' NOT NULL,
	"at_time" text DEFAULT '' NOT NULL,
	"caller_number" text DEFAULT '' NOT NULL,
	"connect_to" text DEFAULT '' NOT NULL,
	"per_minute" integer DEFAULT 20 NOT NULL,
	"at_once" integer DEFAULT 5 NOT NULL,
	"retries" integer DEFAULT 1 NOT NULL,
	"retry_gap" integer DEFAULT 60 NOT NULL,
	"spending_cap" bigint,
	"state" text DEFAULT 'draft' NOT NULL,
	"scheduled_for" timestamp with time zone,
	"local_time" text,
	"started_at" timestamp with time zone,
	"finished_at" timestamp with time zone,
	"made_by" uuid,
	"problem" text,
	"split_decided_at" timestamp with time zone,
	"winner" text,
	"approval_requested_by" uuid,
	"approval_requested_at" timestamp with time zone,
	"reviewed_by" uuid,
	"reviewed_at" timestamp with time zone,
	"review_note" text DEFAULT '' NOT NULL,
	"closure_id" uuid,
	"opt_outs_seen" integer DEFAULT 0 NOT NULL,
	"split" jsonb,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "robocall_campaigns_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "robocall_campaigns" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "robocall_exclusions" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"campaign_id" uuid NOT NULL,
	"person_id" uuid NOT NULL,
	"name" text NOT NULL,
	"reason" text NOT NULL,
	CONSTRAINT "robocall_exclusions_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "robocall_exclusions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "robocall_recipients" (
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
	"names" text DEFAULT '' NOT NULL,
	"last_name" text DEFAULT '' NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"skip_reason" text,
	"due_at" timestamp with time zone,
	"tries" integer DEFAULT 0 NOT NULL,
	"result" text,
	"opted_out" boolean DEFAULT false NOT NULL,
	"connected" boolean DEFAULT false NOT NULL,
	CONSTRAINT "robocall_recipients_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "robocall_recipients" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "voice_script_versions" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"script_id" uuid NOT NULL,
	"content" text NOT NULL,
	"voicemail" text NOT NULL,
	"recording_id" uuid,
	"made_by" uuid,
	CONSTRAINT "voice_script_versions_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "voice_script_versions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "voice_scripts" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"name" text NOT NULL,
	"category" text NOT NULL,
	"language" text DEFAULT 'en-US' NOT NULL,
	"voice" text DEFAULT '' NOT NULL,
	"content" text DEFAULT '' NOT NULL,
	"voicemail" text DEFAULT '' NOT NULL,
	"recording_id" uuid,
	"duration" integer DEFAULT 0 NOT NULL,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "voice_scripts_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "voice_scripts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "sms_monthly_costs" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"month" date NOT NULL,
	"cost" bigint NOT NULL,
	CONSTRAINT "sms_monthly_costs_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "sms_monthly_costs" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "clients" ADD COLUMN "public_notice" text;--> statement-breakpoint
ALTER TABLE "clients" ADD COLUMN "public_notice_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "review_sources" ADD COLUMN "connection_id" uuid;--> statement-breakpoint
ALTER TABLE "review_sources" ADD COLUMN "failures" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "call_compliance_one" ON "call_compliance" ("client_id");--> statement-breakpoint
CREATE INDEX "dnc_files_newest" ON "dnc_files" ("client_id","as_of");--> statement-breakpoint
CREATE UNIQUE INDEX "dnc_numbers_once" ON "dnc_numbers" ("client_id","number");--> statement-breakpoint
CREATE INDEX "closures_newest" ON "closures" ("client_id","created_at");--> statement-breakpoint
CREATE INDEX "review_authorizations_state" ON "review_authorizations" ("client_id","state_hash");--> statement-breakpoint
CREATE INDEX "review_sources_connection" ON "review_sources" ("client_id","connection_id");--> statement-breakpoint
CREATE INDEX "testimonies_person" ON "testimonies" ("client_id","person_id");--> statement-breakpoint
CREATE INDEX "testimonies_newest" ON "testimonies" ("client_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "robocall_attempts_message" ON "robocall_attempts" ("client_id","message_id");--> statement-breakpoint
CREATE INDEX "robocall_attempts_number" ON "robocall_attempts" ("client_id","number","started_at");--> statement-breakpoint
CREATE INDEX "robocall_attempts_campaign" ON "robocall_attempts" ("client_id","campaign_id","started_at");--> statement-breakpoint
CREATE INDEX "robocall_attempts_going" ON "robocall_attempts" ("client_id","campaign_id") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "robocall_attempts_script" ON "robocall_attempts" ("client_id","script_id");--> statement-breakpoint
CREATE INDEX "robocall_campaigns_newest" ON "robocall_campaigns" ("client_id","created_at");--> statement-breakpoint
CREATE INDEX "robocall_campaigns_state" ON "robocall_campaigns" ("client_id","state");--> statement-breakpoint
CREATE INDEX "robocall_exclusions_of" ON "robocall_exclusions" ("client_id","campaign_id","reason");--> statement-breakpoint
CREATE UNIQUE INDEX "robocall_recipients_once" ON "robocall_recipients" ("client_id","campaign_id","address");--> statement-breakpoint
CREATE INDEX "robocall_recipients_waiting" ON "robocall_recipients" ("client_id","campaign_id","id") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "voice_script_versions_of" ON "voice_script_versions" ("client_id","script_id");--> statement-breakpoint
CREATE INDEX "voice_scripts_list" ON "voice_scripts" ("client_id","category","name") WHERE deleted_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "sms_monthly_costs_one" ON "sms_monthly_costs" ("client_id","month");--> statement-breakpoint
ALTER TABLE "review_sources" ADD CONSTRAINT "review_sources_connection_fk" FOREIGN KEY ("client_id","connection_id") REFERENCES "review_connections"("client_id","id") ON DELETE RESTRICT;--> statement-breakpoint
ALTER TABLE "testimonies" ADD CONSTRAINT "testimonies_person_fk" FOREIGN KEY ("client_id","person_id") REFERENCES "people"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "robocall_exclusions" ADD CONSTRAINT "robocall_exclusions_campaign" FOREIGN KEY ("client_id","campaign_id") REFERENCES "robocall_campaigns"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "robocall_recipients" ADD CONSTRAINT "robocall_recipients_campaign" FOREIGN KEY ("client_id","campaign_id") REFERENCES "robocall_campaigns"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "voice_script_versions" ADD CONSTRAINT "voice_script_versions_script" FOREIGN KEY ("client_id","script_id") REFERENCES "voice_scripts"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
CREATE POLICY "call_compliance_client" ON "call_compliance" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "call_compliance_platform" ON "call_compliance" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "dnc_files_client" ON "dnc_files" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "dnc_files_platform" ON "dnc_files" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "dnc_numbers_client" ON "dnc_numbers" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "dnc_numbers_platform" ON "dnc_numbers" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "closures_client" ON "closures" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "closures_platform" ON "closures" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "review_authorizations_client" ON "review_authorizations" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "review_authorizations_platform" ON "review_authorizations" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "review_connections_client" ON "review_connections" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "review_connections_platform" ON "review_connections" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "testimonies_client" ON "testimonies" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "testimonies_platform" ON "testimonies" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "robocall_attempts_client" ON "robocall_attempts" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "robocall_attempts_platform" ON "robocall_attempts" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "robocall_campaigns_client" ON "robocall_campaigns" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "robocall_campaigns_platform" ON "robocall_campaigns" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "robocall_exclusions_client" ON "robocall_exclusions" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "robocall_exclusions_platform" ON "robocall_exclusions" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "robocall_recipients_client" ON "robocall_recipients" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "robocall_recipients_platform" ON "robocall_recipients" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "voice_script_versions_client" ON "voice_script_versions" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "voice_script_versions_platform" ON "voice_script_versions" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "voice_scripts_client" ON "voice_scripts" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "voice_scripts_platform" ON "voice_scripts" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "sms_monthly_costs_client" ON "sms_monthly_costs" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "sms_monthly_costs_platform" ON "sms_monthly_costs" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);