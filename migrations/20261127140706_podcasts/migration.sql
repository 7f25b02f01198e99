CREATE TABLE "podcasts" (
	"client_id" uuid DEFAULT cast(current_setting('app.client_id') as uuid),
	"id" uuid DEFAULT uuidv7(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"library_id" uuid NOT NULL,
	"slug" text NOT NULL,
	"is_on" boolean DEFAULT false NOT NULL,
	"is_private" boolean DEFAULT false NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"author" text NOT NULL,
	"owner_email" text NOT NULL,
	"language" text NOT NULL,
	"category" text NOT NULL,
	"is_explicit" boolean DEFAULT false NOT NULL,
	"picture_id" uuid,
	"guid" uuid DEFAULT gen_random_uuid() NOT NULL,
	"created_by" uuid,
	CONSTRAINT "podcasts_pkey" PRIMARY KEY("client_id","id")
);
--> statement-breakpoint
ALTER TABLE "podcasts" ENABLE ROW LEVEL SECURITY;--> statement-breakpoint
ALTER TABLE "video_libraries" ADD COLUMN "feed_token_hash" text;--> statement-breakpoint
CREATE UNIQUE INDEX "podcasts_library" ON "podcasts" ("client_id","library_id");--> statement-breakpoint
CREATE UNIQUE INDEX "podcasts_slug" ON "podcasts" ("client_id","slug");--> statement-breakpoint
CREATE INDEX "podcasts_picture" ON "podcasts" ("client_id","picture_id");--> statement-breakpoint
ALTER TABLE "podcasts" ADD CONSTRAINT "podcasts_library_fk" FOREIGN KEY ("client_id","library_id") REFERENCES "video_libraries"("client_id","id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "podcasts" ADD CONSTRAINT "podcasts_picture_fk" FOREIGN KEY ("client_id","picture_id") REFERENCES "files"("client_id","id") ON DELETE RESTRICT;--> statement-breakpoint
CREATE POLICY "podcasts_client" ON "podcasts" AS PERMISSIVE FOR ALL TO "lampstand_app" USING (client_id = (select current_setting('app.client_id')::uuid)) WITH CHECK (client_id = (select current_setting('app.client_id')::uuid));--> statement-breakpoint
CREATE POLICY "podcasts_platform" ON "podcasts" AS PERMISSIVE FOR ALL TO "lampstand_platform" USING (true) WITH CHECK (true);