CREATE TABLE "review_sources" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"platform" text NOT NULL,
	"name" text NOT NULL,
	"url" text DEFAULT '' NOT NULL,
	"entry" text,
	"cursor" text DEFAULT '' NOT NULL,
	"synced_at" timestamp with time zone,
	"next_at" timestamp with time zone,
	"problem" text,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "review_sources_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "review_sources" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "review_versions" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"review_id" uuid NOT NULL,
	"change" text NOT NULL,
	"rating" integer NOT NULL,
	"title" text NOT NULL,
	"content" text NOT NULL,
	CONSTRAINT "review_versions_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "review_versions" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "reviews" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"source_id" uuid NOT NULL,
	"platform" text NOT NULL,
	"external_id" text NOT NULL,
	"rating" integer NOT NULL,
	"title" text DEFAULT '' NOT NULL,
	"content" text DEFAULT '' NOT NULL,
	"author" text,
	"reviewed_at" timestamp with time zone NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"assigned_to" uuid,
	"response" text,
	"responded_at" timestamp with time zone,
	"responded_by" uuid,
	"response_state" text DEFAULT 'none' NOT NULL,
	"response_problem" text,
	"edited_at" timestamp with time zone,
	"gone_at" timestamp with time zone,
	CONSTRAINT "reviews_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "reviews" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE TABLE "review_sandbox_reviews" (
	"id" text PRIMARY KEY,
	"entry" text NOT NULL,
	"rating" integer NOT NULL,
	"title" text DEFAULT '' NOT NULL,
	"content" text DEFAULT '' NOT NULL,
	"author" text,
	"reviewed_at" timestamp with time zone NOT NULL,
	"response" text,
	"responded_at" timestamp with time zone,
	"deleted_at" timestamp with time zone,
	"change" bigserial
);
--> statement-breakpoint
ALTER TABLE "review_sandbox_reviews" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
CREATE INDEX "review_sources_due" ON "review_sources" ("next_at") WHERE next_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "review_sources_entry" ON "review_sources" ("client_id","platform","entry") WHERE entry is not null and deleted_at is null;--> statement-breakpoint
CREATE INDEX "review_versions_of" ON "review_versions" ("client_id","review_id");--> statement-breakpoint
CREATE UNIQUE INDEX "reviews_once" ON "reviews" ("client_id","source_id","external_id");--> statement-breakpoint
CREATE INDEX "reviews_newest" ON "reviews" ("client_id","reviewed_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "reviews_rating" ON "reviews" ("client_id","rating","reviewed_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "review_sandbox_change" ON "review_sandbox_reviews" ("entry","change");--> statement-breakpoint
ALTER TABLE "review_versions" ADD CONSTRAINT "review_versions_review" FOREIGN KEY ("client_id","review_id") REFERENCES "reviews"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews_source" FOREIGN KEY ("client_id","source_id") REFERENCES "review_sources"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
CREATE POLICY "review_sources_client" ON "review_sources" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "review_sources_platform" ON "review_sources" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "review_versions_client" ON "review_versions" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "review_versions_platform" ON "review_versions" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "reviews_client" ON "reviews" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "reviews_platform" ON "reviews" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);--> statement-breakpoint
CREATE POLICY "review_sandbox_reviews_client" ON "review_sandbox_reviews" AS PERMISSIVE FOR SELECT TO "lampstand_app" USING (false);--> statement-breakpoint
CREATE POLICY "review_sandbox_reviews_platform" ON "review_sandbox_reviews" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);