CREATE TABLE "auth"."oauth_authorizations" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid(),
	"oauth_client_id" uuid NOT NULL,
	"user_id" uuid,
	"redirect_uri" text NOT NULL,
	"scope" text NOT NULL,
	"state" text,
	"nonce" text,
	"code_challenge" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"decided_at" timestamp with time zone,
	"code_hash" text,
	"code_expires_at" timestamp with time zone,
	"code_used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "auth"."oauth_clients" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7(),
	"name" text NOT NULL,
	"type" text NOT NULL,
	"auth_method" text NOT NULL,
	"secret_hash" text,
	"uri" text DEFAULT '' NOT NULL,
	"logo_uri" text DEFAULT '' NOT NULL,
	"redirect_uris" jsonb NOT NULL,
	"grant_types" jsonb NOT NULL,
	"scope" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "auth"."oauth_events" (
	"id" uuid PRIMARY KEY DEFAULT uuidv7(),
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"what" text NOT NULL,
	"oauth_client_id" uuid NOT NULL,
	"client_name" text NOT NULL,
	"user_id" uuid,
	"request_id" text NOT NULL,
	"ip" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "auth"."oauth_grants" (
	"user_id" uuid,
	"oauth_client_id" uuid,
	"scopes" jsonb NOT NULL,
	"granted_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "oauth_grants_pkey" PRIMARY KEY("user_id","oauth_client_id")
);
--> statement-breakpoint
CREATE TABLE "auth"."oauth_tokens" (
	"hash" text PRIMARY KEY,
	"kind" text NOT NULL,
	"authorization_id" uuid NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE INDEX "oauth_authorizations_client" ON "auth"."oauth_authorizations" ("oauth_client_id");--> statement-breakpoint
CREATE INDEX "oauth_authorizations_user" ON "auth"."oauth_authorizations" ("user_id","oauth_client_id");--> statement-breakpoint
CREATE INDEX "oauth_authorizations_expiry" ON "auth"."oauth_authorizations" ("expires_at") WHERE code_used_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "oauth_authorizations_code" ON "auth"."oauth_authorizations" ("code_hash");--> statement-breakpoint
CREATE INDEX "oauth_events_client" ON "auth"."oauth_events" ("oauth_client_id");--> statement-breakpoint
CREATE INDEX "oauth_events_user" ON "auth"."oauth_events" ("user_id");--> statement-breakpoint
CREATE INDEX "oauth_grants_client" ON "auth"."oauth_grants" ("oauth_client_id");--> statement-breakpoint
CREATE INDEX "oauth_tokens_authorization" ON "auth"."oauth_tokens" ("authorization_id");--> statement-breakpoint
ALTER TABLE "auth"."oauth_authorizations" ADD CONSTRAINT "oauth_authorizations_oauth_client_id_oauth_clients_id_fkey" FOREIGN KEY ("oauth_client_id") REFERENCES "auth"."oauth_clients"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "auth"."oauth_authorizations" ADD CONSTRAINT "oauth_authorizations_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "auth"."oauth_grants" ADD CONSTRAINT "oauth_grants_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "auth"."oauth_grants" ADD CONSTRAINT "oauth_grants_oauth_client_id_oauth_clients_id_fkey" FOREIGN KEY ("oauth_client_id") REFERENCES "auth"."oauth_clients"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "auth"."oauth_tokens" ADD CONSTRAINT "oauth_tokens_authorization_id_oauth_authorizations_id_fkey" FOREIGN KEY ("authorization_id") REFERENCES "auth"."oauth_authorizations"("id") ON DELETE CASCADE;